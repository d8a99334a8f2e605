import { clockTime, duration } from '../../base/format.ts';
import { oneLine } from '../../base/safe-text.ts';
import { type Line, type Span, toned } from '../../base/text.ts';
import type { StoredMessage } from '../../history/outbox.ts';

/** What was sent to people. Times are Unix ms. */
export interface AlertFacts {
  /** The members of Alertmanager that are told of incidents. */
  readonly members: readonly {
    readonly host: string;
    readonly sentAt: number | undefined;
    readonly error: string | undefined;
  }[];
  /** Undefined if silences are not read. */
  readonly silences: { readonly readAt: number | undefined; readonly error: string | undefined } | undefined;
  /** Messages to the command and the webhook, newest first; undefined while the history is not open. */
  readonly messages: readonly ListedMessage[] | undefined;
  /** Messages that could not be told for ten minutes, oldest first. */
  readonly untold: readonly StoredMessage[];
}

/** Unstored: it is in memory, because the history cannot be written. */
type ListedMessage = StoredMessage & { readonly isUnstored?: boolean };

/** The messages as text: to whom, what, when, and what came back. */
export function alertLines({ members, silences, messages, untold }: AlertFacts, now: number): Line[] {
  return [
    ...untoldLines(untold, now),
    ...members.map(({ host, sentAt, error }) => {
      const sent = sentAt === undefined ? 'nothing sent yet' : `sent ${duration(now - sentAt)} ago`;
      return endLine({ text: `Alertmanager ${host}`, tone: 'bold' }, sent, error);
    }),
    ...(silences ? [silencesLine(silences, now)] : []),
    ...(members.length > 0 || silences ? [[]] : []),
    ...messageLines(messages, now),
  ];
}

/** What could not be told, with an empty line after it. */
export function untoldLines(untold: AlertFacts['untold'], now: number): Line[] {
  const lines = untold.map(
    ({ at, way, summary, outcome }): Line => [
      { text: `✖ not told for ${duration(now - at)}, still tried: ${way}  `, tone: 'crit' },
      { text: `${oneLine(summary)}  ${oneLine(outcome)}` },
    ],
  );
  return lines.length > 0 ? [...lines, []] : [];
}

function silencesLine({ readAt, error }: NonNullable<AlertFacts['silences']>, now: number): Line {
  const read = readAt === undefined ? 'not read yet' : `read ${duration(now - readAt)} ago`;
  return endLine({ text: 'Silences' }, read, error);
}

/** What was last done with one end of the messages, and the error if it failed. */
function endLine(end: Span, done: string, error: string | undefined): Line {
  const sign = error === undefined ? toned('✔ ', 'ok') : toned('✖ ', 'crit');
  return [
    ...sign,
    end,
    { text: `  ${done}` },
    ...(error === undefined ? [] : toned(`  ${oneLine(error)}`, 'crit')),
  ];
}

function messageLines(messages: AlertFacts['messages'], now: number): Line[] {
  if (!messages) return [toned('The list of messages is in the history, which is not open.', 'dim')];
  if (messages.length === 0)
    return [toned('No message yet to a command or a webhook of alerts: in the configuration.', 'dim')];
  return messages.map((message) => {
    const { sign, tone, result } = stateOf(message, now);
    return [
      { text: `${clockTime(message.at)} `, tone: 'dim' },
      { text: `${sign} `, tone },
      { text: `${message.way}  `, tone: 'dim' },
      { text: oneLine(message.summary) },
      { text: `  ${result}`, tone: message.failed ? 'crit' : 'dim' },
      { text: message.isUnstored ? '  not stored' : '', tone: 'warn' },
    ];
  });
}

function stateOf({ doneAt, failed, tries, outcome, nextAt }: StoredMessage, now: number) {
  if (failed) return { sign: '✖', tone: 'crit', result: `given up: ${oneLine(outcome)}` } as const;
  if (doneAt !== undefined) return { sign: '✔', tone: 'ok', result: oneLine(outcome) } as const;
  if (tries === 0) return { sign: '…', tone: 'warn', result: 'waits' } as const;
  const again = `again in ${duration(Math.max(0, nextAt - now))}`;
  return { sign: '▲', tone: 'warn', result: `${tries} tries, ${again}: ${oneLine(outcome)}` } as const;
}
