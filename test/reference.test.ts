import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createKeymap } from '../src/actions/keymap.ts';
import { screenTable } from '../src/actions/screen-table.ts';
import { ownAlerts } from '../src/cli/export/alert-rules.ts';
import { exportedMetrics } from '../src/cli/help/man.ts';
import { commandNames, commandTable } from '../src/cli/options/commands.ts';
import { snapshotJsonSchema } from '../src/cli/snapshot/schema.ts';
import { scenarioNames, scenarios } from '../src/simulator/scenarios.ts';
import { thresholds, writtenThreshold } from '../src/triage/thresholds.ts';
import { applicationColumns } from '../src/views/applications/columns.ts';
import { problemTitle } from '../src/views/problems/words.ts';
import { serverColumns } from '../src/views/servers/columns.ts';
import { streamColumns } from '../src/views/streams/columns.ts';
import { everyKind } from './support/every-kind.ts';
import { markdownTable as table } from './support/marked-part.ts';

const path = resolve(import.meta.dirname, '../src/reference.md');

/** A bar would end the cell of a table, also inside code. */
const code = (text: string) => (text === '`' ? '`` ` ``' : `\`${text.replaceAll('|', '\\|')}\``);
/** Where the link of an alert leads. */
const anchored = (kind: string) => `<a id="${kind}"></a>${code(kind)}`;

function commands(): string {
  const rows = commandNames.map((name) => {
    const { argument, summary } = commandTable[name];
    const word =
      name === 'monitor' ? 'castwatch' : `castwatch ${name}${argument === undefined ? '' : ` ${argument}`}`;
    return [code(word), summary];
  });
  return table(['Command', 'What it does'], rows);
}

function keys(): string {
  const groups = Map.groupBy(createKeymap({}, 'live', [], true).all, ({ group }) => group);
  return [...groups]
    .map(([group, all]) => {
      const rows = all.map(({ id, keys: own, title, screens, palette }) => {
        const where = screens ? screens.map((name) => screenTable[name].title).join(', ') : '';
        return [(own.length > 0 ? own : [`:${palette?.name}`]).map(code).join(' '), title, where, code(id)];
      });
      return `### ${group}\n\n${table(['Key', 'What it does', 'Only on', 'Name below `keys:`'], rows)}`;
    })
    .join('\n');
}

function thresholdTable(): string {
  const rows = thresholds.map((row) => {
    const sign = { percent: ' %', 'bytes per second': ' B/s' }[row.unit as string] ?? '';
    return [code(`${row.family}.${row.part}`), `${writtenThreshold(row, row.default)}${sign}`, row.words];
  });
  return table(['Threshold', 'Default', 'What it is'], rows);
}

interface Listed {
  readonly key: string;
  readonly json?: { readonly name: string };
  readonly metrics?: readonly { readonly name: string }[];
  readonly extra?: true;
}

function columns(name: string, all: readonly Listed[]): string {
  const rows = all.map(({ key, json, metrics = [], extra }) => [
    code(key),
    extra ? 'where it is chosen (`:columns`)' : '',
    json ? code(json.name) : '',
    metrics.map((metric) => code(metric.name)).join(' '),
  ]);
  return `### ${name}\n\n${table(['Column', 'Shown', 'In `snapshot`', 'In `export`'], rows)}`;
}

function kinds(): string {
  const rows = Object.values(everyKind).map((problem) => [anchored(problem.kind), problemTitle(problem)]);
  return table(['Kind', 'Its title, for one example'], rows);
}

function ownAlertTable(): string {
  const rows = ownAlerts.map(({ kind, summary, description }) => [
    anchored(kind),
    `${summary}. ${description}`.replace(/\{\{ \$(?:labels\.)?(\w+) \}\}/g, (_, name) => name.toUpperCase()),
  ]);
  return table(['Alert', 'What it says'], rows);
}

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Members of a schema, each once: `problems[].key`. Facts differ for each kind, and are left out. */
function members({ $ref, ...of }: Schema, defs: Schema['$defs'], before = ''): string[] {
  const schema = $ref === undefined ? of : (defs?.[$ref.slice('#/$defs/'.length)] ?? {});
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, value]) => {
    const here = before === '' ? name : `${before}.${name}`;
    return name === 'facts' ? [here] : [here, ...members(value, defs, here)];
  });
  const items = schema.items ? members(schema.items, defs, `${before}[]`) : [];
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) =>
    members(one, defs, before),
  );
  return [...new Set([...own, ...items, ...choices])];
}

const snapshotSchema = snapshotJsonSchema() as Schema;

const page = `# Reference

Every command, key, threshold, column, kind of problem, member and metric, as the program has them. This page is written by
\`CASTWATCH_WRITE_README=1 npx vitest run test/reference.test.ts\`; options are in \`castwatch COMMAND --help\`.

## Commands

${commands()}
## Keys

\`keys: { app.quit: [Q] }\` in the configuration gives a command other keys, by the name in the last column.

${keys()}
## Thresholds

A family with its parts (\`cpu: { warn: 85, crit: 95 }\`), or one figure by its whole name (\`cpuWarn: 85\`). Times are text with
a unit (\`20s\`, \`5m\`, \`1h\`) or seconds, latencies ms; percentages and scores end at 100.

${thresholdTable()}
## Columns

The orders of \`s\` and \`:sort\`, and the columns of \`|\`, have these names.

${columns('Servers', serverColumns)}
${columns('Streams', streamColumns)}
${columns('Applications', applicationColumns)}
## Kinds of problems

For \`check --problem KIND\` and rules of Prometheus. Severities are critical, warning and info.
With \`runbook: https://wiki.example.com/{kind}\` below \`alerts:\` each alert names its instructions.

${kinds()}
The rules of \`castwatch export --print-rules\` have these, too, about castwatch itself:

${ownAlertTable()}
## Members of \`snapshot\`

\`--fields\` takes them without the brackets. Their types are in \`dist/snapshot.schema.json\`; \`facts\` differ for each kind.

${members(snapshotSchema, snapshotSchema.$defs)
  .map((name) => `- ${code(name)}\n`)
  .join('')}
## Metrics of \`export\`

${table(
  ['Metric', 'What it is'],
  exportedMetrics().map(({ name, help }) => [code(name), help]),
)}
## Scenarios of \`demo\` and \`simulate\`

${table(
  ['Scenario', 'Servers', 'Streams'],
  scenarioNames.map((name) => [code(name), String(scenarios[name].servers), String(scenarios[name].streams)]),
)}`;

test('the reference page lists what the program has', () => {
  if (process.env.CASTWATCH_WRITE_README === '1') writeFileSync(path, page);
  expect(readFileSync(path, 'utf8'), 'CASTWATCH_WRITE_README=1 writes it anew').toBe(page);
});
