import { isIPv4 } from 'node:net';
import type { Found } from './found-addresses.ts';

/** Words before a user's name. A space stands for one to four blanks of any kind, ` ?` for zero to four. */
const ONE = [
  // `User bob`, `username="bob"`, `User: bob`, `user with name bob`.
  /\b(?:user(?: |_|-)(?:name|account)|username|user|account|login(?: |_|-)?name|operator|administrator)(?: (?:with(?: the)? name|named|called))?["']?(?: ?[:=] ?| )/,
  // `Login: bob`.
  /\blogin["']? ?[:=] ?/,
  // `Login of bob`, `Login failed for user bob`, `logged in as bob`.
  /\b(?:log(?:ged)?(?: |-)?(?:in|on|out|off)|sign(?:ed)?(?: |-)?(?:in|on|out)|authenticat(?:ed|ion)|authori[sz](?:ed|ation)|access|permission|password|credentials?|token|session|rights?)(?: (?:attempts?|was|were|is|has|been|failed|failure|refused|denied|rejected|granted|accepted|expired|changed|reset|revoked|updated|succeeded|successful|ended|closed|opened|started)){0,3} (?:of|by|for|as) (?:the )?(?:user )?/,
  // `Settings changed by bob`.
  /\b(?:created|changed|updated|deleted|removed|added|edited|saved|applied|set|requested|acknowledged|planned|approved|issued|triggered|initiated|performed|executed|locked|unlocked|enabled|disabled|granted|revoked|renamed|restarted|reloaded|started|stopped|ended|closed|killed|raised|lowered) by (?:the )?(?:user )?/,
];
/** Words before a list of names. */
const MANY =
  /\b(?:user(?: |_|-)(?:names|accounts)|usernames|users|accounts|operators|administrators)["']?(?: ?[:=] ?| )/;
const JOINT = /(?:\s{0,4}[,;/&]\s{0,4}(?:(?:and|or)\s{1,4})?|\s{1,4}(?:and|or)\s{1,4})/y;
const spaced = ({ source }: RegExp) =>
  source.replaceAll(' ?', String.raw`\s{0,4}`).replaceAll(' ', String.raw`\s{1,4}`);

const CHARACTER = String.raw`[\p{L}\p{M}\p{N}_.@+\\-]`;
const WORD = String.raw`[\p{L}\p{N}_]${CHARACTER}*`;
/** A name in quotation marks or brackets; else one word, and the capitalised words after a capitalised one. */
const NAME = new RegExp(
  `"[^"]+"|'[^']+'|‘[^‘’]+’|“[^“”]+”|«[^«»]+»|\`[^\`]+\`|\\[[^[\\]\\s]+\\]|<[^<>\\s]+>|` +
    String.raw`(?<word>\p{Lu}${CHARACTER}*(?: \p{Lu}${CHARACTER}*){0,2}|${WORD})`,
  'yu',
);
const INTRODUCED = new RegExp(`(?<many>${spaced(MANY)})|${ONE.map(spaced).join('|')}`, 'giu');
/** `bob logged in`. */
const BEFORE = new RegExp(
  String.raw`(?<!${CHARACTER})${WORD}(?= (?:has |was |is )?(?:logged|signed|logs|signs) (?:in|on|out|off)\b)`,
  'giu',
);

/** Words that may follow `user` and are not names. */
const ORDINARY = new Set(
  `a about above account accounts active added after agent all allowed already an and another any anonymous api are as at
  authenticated authentication authorised authorized been before below blocked by can cannot cap changed closed cluster
  configuration connected connection connections could count created data database deleted denied disconnected does
  entries error errors exceeded expired failed failure for from granted group groups had has have here id ids in
  interface invalid is it its limit limits list locked login logged logout maintenance management manager may must
  name names no not now of off offline ok on one online origin edge publisher encoder client source node kernel signal operator or other out password passwords peer per permission
  permissions policy quota reached refused rejected remote removed request requested requests reset right rights role
  roles schedule scheduler server session sessions settings signed since some started stopped stream streams system
  table that the this timeout timer to token tokens too transcoder unknown unlocked until updated user users via viewer viewers
  was watchdog were when which who will with without`.split(/\s+/),
);

/**
 * The names in a text that the words around them mark as users, in order: `users bob, alice`, `Login of "Ann Lee"`.
 */
export function foundUsers(text: string): Found[] {
  const found: Found[] = [];
  const lastEnd = () => found.at(-1)?.end ?? 0;
  for (const { 0: words, index, groups } of text.matchAll(INTRODUCED)) {
    if (index < lastEnd()) continue;
    const many = groups?.many !== undefined;
    // A plain number is an id after `user`, and a count elsewhere: `changed by 20 %`, `users: 5`.
    const ids = !many && /user|account/i.test(words);
    let name = nameAt(text, index + words.length, ids);
    while (name) {
      found.push(name);
      JOINT.lastIndex = name.next;
      name = many && JOINT.test(text) ? nameAt(text, JOINT.lastIndex, false) : undefined;
    }
  }
  const before = [...text.matchAll(BEFORE)]
    .filter(({ 0: name }) => isName(name))
    .map(({ 0: name, index }) => ({ start: index, end: index + name.length, key: name.toLowerCase() }));
  const apart: Found[] = [];
  // Of two that overlap the first.
  for (const item of [...found, ...before].sort((a, b) => a.start - b.start || b.end - a.end))
    if (item.start >= (apart.at(-1)?.end ?? 0)) apart.push(item);
  return apart;
}

/** The name that starts at a position; `next` is where the text goes on. */
function nameAt(text: string, at: number, ids: boolean): (Found & { next: number }) | undefined {
  NAME.lastIndex = at;
  const match = NAME.exec(text);
  if (!match) return undefined;
  const { word } = match.groups ?? {};
  if (word === undefined) {
    const name = match[0].slice(1, -1);
    const end = at + match[0].length;
    return { start: at + 1, end: end - 1, key: name.toLowerCase(), next: end };
  }
  const name = word.replace(/[.\\-]+$/, '');
  if (!isName(name) || (!ids && /^\d+$/.test(name))) return undefined;
  const end = at + name.length;
  return { start: at, end, key: name.toLowerCase(), next: end };
}

/** Ids of viewers and sources, tokens and addresses are withheld by their own kinds. */
function isName(word: string): boolean {
  return !ORDINARY.has(word.toLowerCase()) && !/^(?:v_|cs_|eyJ)/.test(word) && !isIPv4(word);
}
