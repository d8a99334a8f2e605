import { createMutations } from '../../../src/actions/create-mutations.ts';
import type { Mutations } from '../../../src/actions/mutations.ts';
import type { Outcome } from '../../../src/actions/outcome.ts';
import { connect } from '../../../src/http/connect.ts';
import type { Transport } from '../../../src/http/request.ts';
import type { CloudStream } from '../../../src/protocol/cloud.ts';
import type { MessageDialog } from '../../../src/ui/dialogs/message.ts';
import { showResult } from '../../../src/ui/dialogs/show-result.ts';
import { whereOf } from '../../../src/ui/forms/plan-lines.ts';
import { streamFacts } from '../../../src/ui/screens/cloud/detail.ts';
import { cloudStart } from '../../../src/ui/screens/cloud/slice.ts';
import { settingRows } from '../../../src/views/settings/settings.ts';
import { httpResponse } from '../../http/support.ts';
import { textOf } from '../drawn-table.ts';
import { fixedMemory } from '../fixed-memory.ts';
import { fullResponses } from '../full-responses.ts';
import { ManualClock } from '../manual-clock.ts';
import { sampleNow, sampleState } from '../sample-state.ts';
import { sampleView } from '../sample-view.ts';

/** Answers to writes with every member that the API documents. */
const { createUser, updateUser, deleteUser, transcodeSettings, license, cloudCreate } = fullResponses;
export const writeAnswers = {
  createUser,
  updateUser,
  deleteUser,
  transcodeSettings,
  license,
  cloudCreate,
} as const;
export type WriteName = keyof typeof writeAnswers;

/** Text that is sent or answered, and may be only in the hidden answer and in revealed facts. */
export const writeSecrets = ['Sent-password-1', 'ABCD-1234', 'sk-1', 'push-password'];

const AREA = { x: 0, y: 0, width: 120, height: 40 };
const user = {
  username: 'eve',
  password: 'Sent-password-1',
  accessRights: [
    { name: 'server', value: 'read_only' },
    { name: 'stream', value: 'read_write' },
  ],
};
const settings = {
  ffmpegPath: { value: '/usr/bin/ffmpeg' },
  ffmpegCommand: { value: '-i {SOURCE_INPUT} {STREAM_OUTPUT}' },
  transcodeTaskLimit: { value: 8 },
  thumbGenerateTaskLimit: { value: 2 },
};

const sends: Readonly<Record<WriteName, (mutations: Mutations) => Promise<Outcome<unknown>>>> = {
  createUser: (mutations) => mutations.createUser(user),
  updateUser: (mutations) => mutations.updateUser(41, { username: 'eve', password: 'Sent-password-1' }),
  deleteUser: (mutations) => mutations.deleteUser({ id: 41, name: 'eve' }),
  transcodeSettings: (mutations) => mutations.updateTranscode({ transcodeTaskLimit: 8 }, settings),
  license: (mutations) => mutations.replaceLicense({ key: 'ABCD-1234' }),
  cloudCreate: (mutations) => mutations.createCloudStream({ name: 'concert', regionId: 4 }),
};

/** Everything that tells the outcome of a write. */
export interface WriteSaid {
  readonly outcome: Outcome<unknown>;
  /** The dialog or notice that follows, and what the lists and details show of it, without blanks. */
  readonly shown: string;
  /** The dialog or notice before the answer was asked for, with blanks. */
  readonly dialog: string;
  /** The rows that Ctrl-R shows; undefined if there are none. */
  readonly once: string | undefined;
  /** Lines of the audit, as JSON. */
  readonly audit: string;
}

/** Sends the write to a server that answers with this body, and collects all reports of it. */
export async function writeTo(name: WriteName, body: string, type = 'application/json'): Promise<WriteSaid> {
  const clock = new ManualClock(sampleNow);
  const connection = connect({
    url: 'http://127.0.0.1',
    cloudUrl: 'http://127.0.0.1',
    apiKey: async () => 'key',
    credentials: async () => ({ username: 'op', password: 'secret' }),
    transport: answering(name, body, type),
    clock,
    retry: { tries: 1 },
  });
  const audited: object[] = [];
  const mutations = createMutations({
    api: connection.api,
    cloud: connection.cloud,
    audit: { append: async (entry) => void audited.push(entry) },
    memory: fixedMemory(),
    cluster: 'odd',
    user: () => 'op',
    clock,
    env: {},
    refresh: () => {},
  });
  const outcome = await sends[name](mutations);
  const { words, once } = dialogOf(outcome);
  const { facts, transcode } = mutations.known.getState();
  const rows = settingRows(transcode?.value ?? {}).map(({ title, value }) => `${title} ${value}`);
  const shown = [
    words,
    ...Object.values(facts).map((known) => JSON.stringify(known)),
    ...rows,
    ...streamRows(outcome),
  ];
  const audit = JSON.stringify(audited);
  return { outcome, shown: shown.join('\n').replace(/\s+/g, ''), dialog: words, once, audit };
}

/** The settings are read before they are changed: that answer is a correct one. */
function answering(name: WriteName, body: string, type: string): Transport {
  let asked = 0;
  return {
    async send() {
      const isRead = name === 'transcodeSettings' && asked++ === 0;
      const text = isRead ? JSON.stringify(writeAnswers.transcodeSettings) : body;
      return httpResponse(200, text, { 'content-type': type });
    },
    close: async () => {},
  };
}

function dialogOf(outcome: Outcome<unknown>): { readonly words: string; readonly once: string | undefined } {
  const opened: MessageDialog[] = [];
  const notices: string[] = [];
  const shell = {
    area: AREA,
    close: () => {},
    open: (_dialog: unknown, shown: MessageDialog) => opened.push(shown),
    notice: (text: string) => notices.push(text),
  };
  if (outcome.kind === 'refused') notices.push([outcome.message, outcome.warning].join(' '));
  else showResult(outcome, whereOf(sampleView(sampleState())), shell as never);
  const [dialog] = opened;
  return {
    words: [...notices, ...(dialog?.lines ?? []).map(textOf)].join('\n'),
    once: dialog?.once?.lines.map(textOf).join('\n'),
  };
}

/** The Cloud screen for a stream that was created, with its secrets. */
function streamRows(outcome: Outcome<unknown>): readonly string[] {
  if (outcome.kind === 'refused') return [];
  const { value, answer } = outcome as Extract<Outcome<CloudStream | undefined>, { kind: 'confirmed' }>;
  const entry = {
    id: '1',
    at: sampleNow,
    name: 'concert',
    regionId: 4,
    cloud: 'https://cloud.example.net',
    stream: value,
    answer: undefined,
  };
  if (answer === undefined || !value || !('streamKey' in value || 'name' in value)) return [];
  const slice = { ...cloudStart, revealed: { id: '1', at: sampleNow } };
  return streamFacts(sampleView(sampleState()), slice, entry, AREA).map(textOf);
}
