import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { tableKeys } from '../base/table.ts';
import { ApiError, invalid } from './errors.ts';
import { type Json, objectOf } from './validate.ts';

const rightNames = ['server', 'viewer', 'application', 'stream'];
const rightValues = ['none', 'read_only', 'read_write'];
const MASK = '******';

interface Right {
  readonly name: string;
  readonly value: string;
}

interface User {
  readonly id: number;
  username: string;
  salt: string;
  passwordHash: string;
  rights: readonly Right[];
}

/** The accounts of the cluster (A2 to A4). Passwords are kept as salted SHA-256. */
export class Users {
  readonly #byId = new Map<number, User>();
  #nextId = 0;

  constructor(username: string, password: string) {
    const all = rightNames.map((name) => ({ name, value: 'read_write' }));
    this.#add(username, password, all);
  }

  /** The account's id if name and password are right. */
  check(username: string, password: string): number | undefined {
    for (const user of this.#byId.values()) {
      if (user.username !== username) continue;
      const given = Buffer.from(digest(user.salt, password));
      return timingSafeEqual(given, Buffer.from(user.passwordHash)) ? user.id : undefined;
    }
    return undefined;
  }

  has(id: number): boolean {
    return this.#byId.has(id);
  }

  create(attributes: Json): Record<string, unknown> {
    mustBeRight(attributes, fields);
    const username = attributes.username as string;
    this.#mustBeFree(username, undefined);
    const rights = attributes.accessRights as readonly Right[];
    return resource(this.#add(username, attributes.password as string, rights));
  }

  /** Changes only the given attributes. */
  update(id: number, attributes: Json): Record<string, unknown> {
    const user = this.#get(id);
    const { username, password, accessRights } = attributes;
    mustBeRight(
      attributes,
      fields.filter((field) => attributes[field] !== undefined),
    );
    if (username !== undefined) {
      this.#mustBeFree(username as string, id);
      user.username = username as string;
    }
    if (password !== undefined) {
      user.salt = randomBytes(12).toString('hex');
      user.passwordHash = digest(user.salt, password as string);
    }
    if (accessRights !== undefined) user.rights = rightsOf(accessRights as readonly Right[]);
    return resource(user);
  }

  remove(id: number): void {
    this.#get(id);
    this.#byId.delete(id);
  }

  #get(id: number): User {
    const user = this.#byId.get(id);
    if (!user) throw new ApiError(404, 'User not found');
    return user;
  }

  #mustBeFree(username: string, except: number | undefined): void {
    for (const user of this.#byId.values()) {
      if (user.username !== username || user.id === except) continue;
      throw new ApiError(409, 'Username is already in use', {
        username: ['The username has already been taken.'],
      });
    }
  }

  #add(username: string, password: string, rights: readonly Right[]): User {
    const salt = randomBytes(12).toString('hex');
    const user = {
      id: this.#nextId++,
      username,
      salt,
      passwordHash: digest(salt, password),
      rights: rightsOf(rights),
    };
    this.#byId.set(user.id, user);
    return user;
  }
}

function digest(salt: string, password: string): string {
  return createHash('sha256').update(`${salt}:${password}`).digest('hex');
}

function rightsOf(rights: readonly Right[]): readonly Right[] {
  return rights.map(({ name, value }) => ({ name, value }));
}

/** A user as the API returns it: wrappers, a masked password, capitalised rights. */
function resource(user: User): Record<string, unknown> {
  return {
    id: user.id,
    attributes: {
      username: { value: user.username, editable: true },
      password: { value: MASK, editable: true, masked: true },
      algorithm: { value: 'SHA256', editable: false },
      accessRights: user.rights.map(({ name, value }) => ({
        name: name.charAt(0).toUpperCase() + name.slice(1),
        value: value.toUpperCase(),
      })),
    },
  };
}

const checks = { username: usernameProblems, password: passwordProblems, accessRights: rightsProblems };
const fields = tableKeys(checks);

function mustBeRight(attributes: Json, asked: typeof fields): void {
  const problems = asked.flatMap((field) => {
    const value = attributes[field] ?? '';
    const found = value === '' ? [`The ${field} field is required.`] : checks[field](value);
    return found.length > 0 ? [[field, found] as const] : [];
  });
  if (problems.length > 0) throw invalid(Object.fromEntries(problems));
}

function usernameProblems(value: unknown): readonly string[] {
  if (typeof value !== 'string') return ['The username must be a string.'];
  if (value.trim() === '' || value.length > 64) return ['The username must have 1 to 64 characters.'];
  return [];
}

function passwordProblems(value: unknown): readonly string[] {
  if (typeof value !== 'string') return ['The password must be a string.'];
  const problems: string[] = [];
  if (value.length < 8) problems.push('The password must have at least 8 characters.');
  if (!/\p{L}/u.test(value)) problems.push('The password must contain a letter.');
  if (!/\d/.test(value)) problems.push('The password must contain a digit.');
  return problems;
}

function rightsProblems(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return ['The accessRights must be an array.'];
  const problems = value.flatMap((item, i) => {
    const { name, value: right } = objectOf(item);
    return [
      rightNames.includes(name as string) ? [] : [`Item ${i}: name must be one of ${rightNames.join(', ')}.`],
      rightValues.includes(right as string)
        ? []
        : [`Item ${i}: value must be one of ${rightValues.join(', ')}.`],
    ].flat();
  });
  const names = value.map((item) => objectOf(item).name);
  if (new Set(names).size < names.length) problems.push('Each access right may be given once.');
  return problems;
}
