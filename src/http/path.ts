import { type EndpointName, endpoints } from '../protocol/endpoints.ts';
import { InvalidInput } from './errors.ts';

type Value = string | number | undefined;
export type Values = Readonly<Record<string, Value>>;

/**
 * Path and query below the base URL. A parameter fills its segment and cannot leave it; without the parameter the
 * segment is left out (A5). Throws `InvalidInput` for `.` and `..`, because URL parsers treat even `%2e%2e` as the
 * parent.
 */
export function pathOf(endpoint: EndpointName, params: Values = {}, query: Values = {}): string {
  const segments: string[] = [];
  for (const segment of endpoints[endpoint].path.split('/')) {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1];
    if (name === undefined) segments.push(segment);
    else if (params[name] !== undefined && params[name] !== '') segments.push(encodeSegment(params[name]));
  }
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(key, String(value));
  }
  return segments.join('/') + (search.size > 0 ? `?${search}` : '');
}

function encodeSegment(value: string | number): string {
  const text = String(value).toWellFormed();
  if (text === '.' || text === '..') {
    throw new InvalidInput('BAD_NAME', `“${text}” cannot be used in a request: in a URL it means a folder.`);
  }
  return encodeURIComponent(text);
}
