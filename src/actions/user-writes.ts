import { HIDDEN } from '../config/redact.ts';
import type { ApiResponse } from '../http/api.ts';
import type { UserId, UserInput } from '../protocol/user.ts';
import { writeFailure } from './failure.ts';
import { type UserFacts, userFacts } from './known.ts';
import type { Mutations } from './mutations.ts';
import { type Outcome, withServerWords } from './outcome.ts';
import { joinWarnings, unreadableWarning } from './unreadable.ts';
import { runRead, runWrite, updateMemory, type WriteContext } from './write.ts';

type UserWrites = Pick<
  Mutations,
  'createUser' | 'readUser' | 'updateUser' | 'deleteUser' | 'rememberUser' | 'forgetUser'
>;

/** A2 to A4, and the list of known users, which no endpoint provides. */
export function userWrites(context: WriteContext): UserWrites {
  const { api, known, clock } = context;

  const keep = async (facts: UserFacts): Promise<string | undefined> => {
    const { id, username = '' } = facts;
    if (id === undefined) return 'Its id is not known, so it is not on the list here.';
    known.setState((state) => ({ facts: { ...state.facts, [id]: facts } }));
    return updateMemory(context, (memory) => memory.rememberUser({ id, name: username }));
  };
  const forget = async (id: UserId): Promise<string | undefined> => {
    known.setState((state) => {
      const { [id]: _, ...facts } = state.facts;
      return { facts };
    });
    return updateMemory(context, (memory) => memory.forgetUser(id));
  };

  return {
    createUser: (input, signal) =>
      runWrite(context, {
        action: 'create user',
        target: (value) =>
          value?.id === undefined ? `user (${input.username})` : `user ${value.id} (${value.username})`,
        fields: fieldsOf(input),
        howToFindOut:
          'Create it again with the same name: “already in use” then means that it exists. Its id is only in the answer that was lost.',
        async send(announce) {
          await announce();
          const { value, unreadable, answer, message: said } = await api.createUser(input, { signal });
          const facts = userFacts(value, { username: input.username }, clock.now());
          const warning = joinWarnings(await keep(facts), unreadableWarning(unreadable));
          const which = facts.id === undefined ? 'is created' : `has the id ${facts.id}`;
          const message = withServerWords(`User ${facts.username} ${which}.`, said);
          const isWhole = facts.id !== undefined && unreadable.length === 0;
          const rest = { details: detailsOf(facts), warning, answer: isWhole ? undefined : answer };
          return { kind: 'ok', value: facts, message, ...rest };
        },
      }),

    readUser: (id, signal) =>
      runRead(context, { action: 'read user', target: nameOf(context, id) }, async () => {
        const { value, unreadable } = await api.updateUser(id, {}, { signal });
        const facts = userFacts(value, { id, username: knownName(context, id) }, clock.now());
        const warning = joinWarnings(await keep(facts), unreadableWarning(unreadable, 'It is read'));
        return { kind: 'ok', value: facts, message: `User ${nameIn(facts)} is read.`, warning };
      }),

    updateUser: (id, change, signal) =>
      runWrite(context, {
        action: 'update user',
        target: nameOf(context, id),
        fields: fieldsOf(change),
        howToFindOut: 'Send the same change again: that is safe, and the answer shows the user as it is now.',
        async send(announce) {
          await announce();
          const { value, unreadable, message: said } = await api.updateUser(id, change, { signal });
          const username = change.username ?? knownName(context, id);
          const facts = userFacts(value, { id, username }, clock.now());
          const warning = joinWarnings(await keep(facts), unreadableWarning(unreadable));
          const message = withServerWords(`User ${nameIn(facts)} is updated.`, said);
          return { kind: 'ok', value: facts, message, warning };
        },
      }),

    deleteUser: ({ id, name }, signal) =>
      runWrite(context, {
        action: 'delete user',
        target: `user ${id} (${name})`,
        fields: {},
        howToFindOut: 'Delete it again: “not found” then means that it is gone.',
        async send(announce): Promise<Outcome<undefined>> {
          await announce();
          let answer: Pick<ApiResponse<undefined>, 'message' | 'unreadable'>;
          try {
            answer = await api.deleteUser(id, { signal });
          } catch (error) {
            const failure = writeFailure(error, '');
            if (failure.kind !== 'refused' || failure.status !== 404) throw error;
            const warning = await forget(id);
            const message = `User ${id} is gone already, and taken off the list here. ${failure.message}`;
            return { ...failure, message, warning };
          }
          const warning = joinWarnings(await forget(id), unreadableWarning(answer.unreadable));
          const message = withServerWords(`User ${id} (${name}) is deleted.`, answer.message);
          return { kind: 'ok', value: undefined, message, warning };
        },
      }),

    rememberUser: (user) => updateMemory(context, (memory) => memory.rememberUser(user)),
    forgetUser: forget,
  };
}

/** Everything in the response, because it cannot be read again later. */
function detailsOf({
  id,
  username,
  algorithm,
  rights,
  unknownRights = [],
}: UserFacts): readonly (readonly [string, string])[] {
  return [
    ...(id === undefined ? [] : [['Id', String(id)] as const]),
    ...(username === undefined ? [] : [['Username', username] as const]),
    ...(algorithm === undefined ? [] : [['Password hashing', algorithm] as const]),
    ...Object.entries(rights).map(([name, level]) => [`Right ${name}`, level] as const),
    ...unknownRights
      .filter(({ name }) => !(name.toLowerCase() in rights))
      .map(({ name, value }) => [`Right ${name}`, value] as const),
  ];
}

function nameIn({ id, username = '' }: UserFacts): string {
  return username === '' ? `${id}` : `${id} (${username})`;
}

function knownName({ known }: WriteContext, id: UserId): string | undefined {
  return known.getState().users.find((user) => user.id === id)?.name;
}

function nameOf(context: WriteContext, id: UserId): string {
  const name = knownName(context, id);
  return name === undefined || name === '' ? `user ${id}` : `user ${id} (${name})`;
}

/** For the audit: the values that are set, without the password. */
function fieldsOf(input: Partial<UserInput>): Record<string, unknown> {
  const { username, password, accessRights } = input;
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password: HIDDEN }),
    ...(accessRights !== undefined && {
      accessRights: Object.fromEntries(accessRights.map(({ name, value }) => [name, value])),
    }),
  };
}
