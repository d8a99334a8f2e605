import type { ScreenName } from '../../../src/actions/screen-table.ts';
import { fakeServices } from '../../support/fake-services.ts';
import { sampleState } from '../../support/sample-state.ts';
import { writing } from '../../support/writing.ts';
import { openScreen } from '../open-screen.ts';

/** A screen whose writes go to a simulated cluster. */
export async function writingScreen(
  screen: ScreenName,
  { readOnly = false, ...options }: Parameters<typeof writing>[0] & { readonly readOnly?: boolean } = {},
) {
  const rig = await writing(options);
  const facts = { ...fakeServices(sampleState()).facts, readOnly };
  const services = { facts, session: { mutations: rig.mutations } };
  const size = { columns: 80, rows: 24 };
  return { ...rig, ...openScreen(screen, sampleState(), { size, services }) };
}
