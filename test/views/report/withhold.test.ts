import { expect, test } from 'vitest';
import { createWithholder } from '../../../src/views/report/withhold.ts';

function cleaned(text: string, names: readonly string[] = []) {
  return createWithholder(names).clean(text);
}

test.each([
  ['from 10.0.0.1', 'from [address 1]'],
  ['from 10.0.0.1.', 'from [address 1].'],
  ['10.0.0.1: refused', '[address 1]: refused'],
  ['10.0.0.1:80 and 10.0.0.1:1935', '[address 1] and [address 1]'],
  ['010.000.000.001', '[address 1]'],
  ['10.0.0.1..10.0.0.9', '[address 1]..[address 2]'],
  ['tcp://10.0.0.1:80/x?src=10.0.0.2', 'tcp://[address 1]/x?src=[address 2]'],
  ['10.0.0.7/8 and 10.0.0.0/31', '[address 1]/8 and [address 2]/31'],
  ['v10.0.0.1_x', 'v[address 1]_x'],
  ['::1 refused', '[address 1] refused'],
  ['[::1]:443', '[address 1]'],
  ['http://[2001:db8::7]:8080/live', 'http://[address 1]/live'],
  ['[::1] and 0:0:0:0:0:0:0:1', '[address 1] and [address 1]'],
  ['fe80::1%eth0 timed out', '[address 1] timed out'],
  ['from fe80::1%eth0.100.', 'from [address 1].'],
  ['[fe80::1%25eth0]:443', '[address 1]'],
  ['2001:DB8::7: refused', '[address 1]: refused'],
  ['from 2001:db8::', 'from [address 1]'],
  ['::ffff:10.0.0.1 is 10.0.0.1', '[address 1] is [address 1]'],
  ['64:ff9b::10.0.0.1', '[address 1]'],
  ['peer:::1', 'peer:[address 1]'],
  ['id:fe80::1', 'id:[address 1]'],
  ['client=2001:0db8:85a3:0000:0000:8a2e:0370:7334,x', 'client=[address 1],x'],
  ['00:1A:2b:3c:4d:5e or 00-1a-2b-3c-4d-5e', '[address 1] or [address 1]'],
  ['001a.2b3c.4d5e is 00:1A:2B:3C:4D:5E', '[address 1] is [address 1]'],
  ['10.0.\u200b0.1', '[address 1]'],
])('addresses are withheld in ‘%s’', (text, expected) => {
  expect(cleaned(text)).toBe(expected);
});

test('what only looks like an address or the name of a user stays', () => {
  const times = ['at 12:30:45.123', '2026-01-15 12:30:45', 'ratio 1:2:3, :: and ::', 'b1946ac9:2492d234'];
  const names = ['version 3.2.1', '300.1.1.1', 'std::string, Cache::add', 'Stream: live/cam1'];
  const users = ['User limit reached', 'users: 5, user sessions: 7', 'Users updated', 'the user was removed'];
  const by = ['Limit changed by 20 %', 'Stream closed by server', 'Login failed for the system'];
  const states = ['Status Update: PUBLISHED', 'Transcode tasks re-evaluated, 3 started'];
  for (const text of [...times, ...names, ...users, ...by, ...states]) expect(cleaned(text)).toBe(text);
});

test.each([
  ['Login of bob', 'Login of [user 1]'],
  ['Login of bob from 10.0.0.1 failed', 'Login of [user 1] from [address 1] failed'],
  ['Login failed for user bob', 'Login failed for user [user 1]'],
  ['login attempt was refused for "Ann Lee"', 'login attempt was refused for "[user 1]"'],
  ['Logged in as bob.', 'Logged in as [user 1].'],
  ['bob logged out, ann has signed in', '[user 1] logged out, [user 2] has signed in'],
  ['users bob, alice', 'users [user 1], [user 2]'],
  ['Users: bob; alice and carol are gone', 'Users: [user 1]; [user 2] and [user 3] are gone'],
  ['users "Ann Lee", \'Bob\' and alice', 'users "[user 1]", \'[user 2]\' and [user 3]'],
  ['User: Ann Lee', 'User: [user 1]'],
  ['User “Ann Lee” deleted', 'User “[user 1]” deleted'],
  ['User ‘ann lee’ deleted', 'User ‘[user 1]’ deleted'],
  ['user «ann lee» and user `bob x`', 'user «[user 1]» and user `[user 2]`'],
  ['{"username":"ann lee","id":7}', '{"username":"[user 1]","id":7}'],
  ['username=bob&x=1', 'username=[user 1]&x=1'],
  ['user  name :  bob', 'user  name :  [user 1]'],
  ['user with the name bob', 'user with the name [user 1]'],
  ['User 14 created by user 0', 'User [user 1] created by user [user 2]'],
  ['Settings changed by bob', 'Settings changed by [user 1]'],
  ['Password of bob was reset by Ann', 'Password of [user 1] was reset by Ann'],
  ['Permission denied for müller-x', 'Permission denied for [user 1]'],
  ['Account CORP\\bob locked', 'Account [user 1] locked'],
  ['user bob@x.example', 'user [user 1]'],
  ['user [bob] and user <bob>', 'user [[user 1]] and user <[user 1]>'],
  ['User bob, user BOB', 'User [user 1], user [user 1]'],
  ['Login of 10.0.0.1 and of user v_12', 'Login of [address 1] and of user [viewer 1]'],
])('users are withheld in ‘%s’', (text, expected) => {
  expect(cleaned(text)).toBe(expected);
});

test.each([
  ['Stream: alice', 'Stream: [user 1]'],
  ['Status Update: ALICE', 'Status Update: [user 1]'],
  ['Ann Lee reloaded it; by ann lee', '[user 1] reloaded it; by [user 1]'],
  ['alice-1, malice, alice', 'alice-1, malice, [user 1]'],
  ['user alice: alice', 'user [user 1]: [user 1]'],
  ['a user in an address 10.0.0.1', 'a user in an address [address 1]'],
])('a known name is withheld wherever it occurs: %s', (text, expected) => {
  expect(cleaned(text, ['alice', 'Ann', 'Ann Lee', 'user 1'])).toBe(expected);
});

test.each([
  ['mail to bob.x+y@mail.example.org.', 'mail to [e-mail 1].'],
  ['rtmp://bob:pw@host/live', 'rtmp://[login 1]@host/live'],
  ['viewer v_1a-b on cs_77', 'viewer [viewer 1] on [source 1]'],
  ['Authorization: Bearer abcdefgh.ijk', 'Authorization: Bearer [token 1]'],
  ['got eyJhbGciOiJIUz.J9x.sig', 'got [token 1]'],
  ['?token=abc&x=1 password: "xyz"', '?token=[secret 1]&x=1 password: "[secret 2]"'],
])('other identifiers are withheld in ‘%s’', (text, expected) => {
  expect(cleaned(text)).toBe(expected);
});

test('the same name has the same number in all texts, and each kind is counted', () => {
  const { clean, withheld } = createWithholder(['alice']);
  const texts = ['10.0.0.1 10.0.0.2', '[::ffff:10.0.0.2]:80 alice', 'user bob'];
  const cleanTexts = ['[address 1] [address 2]', '[address 2] [user 1]', 'user [user 2]'];
  expect(texts.map(clean)).toEqual(cleanTexts);
  expect(Object.fromEntries(withheld)).toEqual({ address: 2, user: 2 });
});

test('networks stay, because where an attack comes from is the finding', () => {
  for (const network of ['203.0.113.0/24', '10.0.0.0/8', '2001:db8::/32'])
    expect(cleaned(`300 logins from ${network}, most of 203.0.113.9`)).toBe(
      `300 logins from ${network}, most of [address 1]`,
    );
});
