import type { FastifyInstance } from 'fastify';
import { tableOf } from '../../base/table.ts';
import type { Context } from '../context.ts';
import { ApiError, invalid, licenseFixed } from '../errors.ts';
import type { Settings, TranscodeField } from '../settings.ts';
import { attributesOf, type Json } from '../validate.ts';
import { answer } from './reply.ts';

const texts: readonly TranscodeField[] = ['ffmpegPath', 'ffmpegCommand'];
const limits: readonly TranscodeField[] = ['transcodeTaskLimit', 'thumbGenerateTaskLimit'];

/** A13 and A14. */
export function settingsRoutes(app: FastifyInstance, { world }: Context): void {
  const { settings } = world;
  app.patch('/transcode/settings', async (request) => {
    const given = attributesOf(request.body);
    checkTranscode(given, settings);
    for (const field of [...texts, ...limits]) {
      if (given[field] !== undefined) Object.assign(settings.transcode, { [field]: given[field] });
    }
    world.touch();
    const attributes = tableOf([...texts, ...limits], (field) => {
      const lockedBy = settings.transcodeLocks.get(field);
      const value = settings.transcode[field];
      return lockedBy === undefined ? { value, editable: true } : { value, editable: false, lockedBy };
    });
    return answer(world, { attributes }, 'Transcode settings updated');
  });

  app.put('/license/settings', async (request) => {
    const { licenseKey } = attributesOf(request.body);
    if (typeof licenseKey !== 'string' || licenseKey.trim() === '') {
      throw invalid({ licenseKey: ['The licenseKey field is required.'] });
    }
    if (settings.licenseLockedBy !== undefined) throw licenseFixed(settings.licenseLockedBy);
    settings.licenseKey = licenseKey;
    // The value is readable although it is marked as masked, as on real servers of this family.
    const wrapper = { value: settings.licenseKey, editable: true, masked: true };
    return answer(world, { attributes: { licenseKey: wrapper } }, 'License key updated');
  });
}

function checkTranscode(given: Json, settings: Settings): void {
  const problems: Record<string, string[]> = {};
  for (const field of texts) {
    const value = given[field];
    if (value === undefined || (typeof value === 'string' && value.trim() !== '')) continue;
    problems[field] = [`The ${field} must be a string that is not empty.`];
  }
  for (const field of limits) {
    const value = given[field];
    if (value == null || (Number.isInteger(value) && Number(value) >= 0)) continue;
    problems[field] = [`The ${field} must be a whole number or null.`];
  }
  if (Object.keys(problems).length > 0) throw invalid(problems);
  for (const [field, lockedBy] of settings.transcodeLocks) {
    if (given[field] === undefined || given[field] === settings.transcode[field]) continue;
    const message = `The ${field} is set by the environment variable ${lockedBy}.`;
    throw new ApiError(409, `${field} cannot be overridden`, { [field]: [message] });
  }
}
