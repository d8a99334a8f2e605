import type { Stream } from '../../protocol/stream.ts';
import { serversNamed } from '../concerned.ts';
import type { Publisher } from '../facts.ts';
import type { StreamTrack } from '../memory/streams.ts';
import type { Harm, Subject } from '../problem.ts';
import type { Measurement, RuleInput } from '../rule.ts';
import { isPublished } from '../stream-health.ts';
import { serverOf } from './stream-shares.ts';

/** Shared by the rules about streams. Keys are `rule:application/streamKey`. */

export const flapKey = (streamKey: string): string => `stream-flap:${streamKey}`;
export const bitrateKey = (name: string): string => `ingest-bitrate:${name}`;

export function streamSubject({ stream }: StreamTrack): Extract<Subject, { kind: 'stream' }> {
  return {
    kind: 'stream',
    id: stream.id,
    streamKey: stream.streamKey,
    application: stream.application ?? undefined,
  };
}

/** When the stream of such a key was last read: samples of other streams do not count for it. */
export function streamMeasuredAt(key: string, facts: RuleInput): Measurement | undefined {
  const { tracks, copies } = facts.streams;
  const name = key.slice(key.indexOf(':') + 1);
  const track = tracks.get(name) ?? copies.tracks.get(name);
  return track && { at: track.at, previousAt: track.previousAt };
}

/** Of the viewers of a stream without bytes fewer than this share may have left by themselves. */
const LEAST_LEFT = 0.15;

/** It is published, and no bytes come in. */
export const isSilent = ({ stream }: Pick<StreamTrack, 'stream'>): boolean =>
  stream.inBandwidth === 0 && isPublished(stream);

/** Whom a stream hits: who watch it, and, where no bytes come in, who have left since the last ones. */
export function viewersOf(track: StreamTrack, whole: RuleInput['whole']): Harm {
  const { key, stream, stillSince, stillAfter } = track;
  const degraded = stream.viewerCount ?? 0;
  const before = isSilent(track) ? (whole.viewersBefore(stillAfter ?? stillSince)?.get(key) ?? 0) : 0;
  const left = before - degraded;
  return { lost: left >= Math.max(1, LEAST_LEFT * before) ? left : 0, degraded };
}

/** The publisher's address from the journal; the server, if only one runs the application. */
export function publisherOf(
  { streamKey, application }: Pick<Stream, 'streamKey' | 'application'>,
  facts: RuleInput,
): Publisher | undefined {
  const address = facts.journal.publishers.get(streamKey);
  return address === undefined ? undefined : { address, server: serverOf(facts, application) };
}

/** The server on which it is published, if known. */
export function publishedOn(
  stream: Pick<Stream, 'streamKey' | 'application'>,
  facts: RuleInput,
): readonly Subject[] {
  const server = publisherOf(stream, facts)?.server;
  return server === undefined ? [] : serversNamed([server]);
}
