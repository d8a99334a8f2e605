import { expect, test } from 'vitest';
import { tryRights, tryUrl } from '../../../src/cli/config/try-cluster.ts';
import { json, open, serveWithLogin } from '../../http/support.ts';

/** The findings for a server whose clock is wrong by `skew` ms, and that answers the journal with that status. */
async function found({ skew, journal = 200 }: { skew: number | undefined; journal?: number }) {
  const { url } = await serveWithLogin((request, response) => {
    if (journal !== 200 && request.url?.includes('journal')) return json(response, journal, { errors: [] });
    const meta = skew === undefined ? {} : { generatedAt: Date.now() + skew };
    json(response, 200, { data: { list: [], topology: [] }, meta });
  });
  const findings = await tryRights(open(url));
  const of = (what: string) => findings.filter((finding) => finding.what === what);
  return { rights: of('rights'), clock: of('clock') };
}

test.each([
  [1_000, 'ok', /^the server's clock agrees$/],
  [20_000, 'warn', /^the server's clock is (19|20|21)s ahead of this machine's$/],
  [-20_000, 'warn', /^the server's clock is (19|20|21)s behind this machine's$/],
  [undefined, 'warn', /^the server does not report its time$/],
])('reports a clock that is wrong by %s ms', async (skew, state, words) => {
  const { clock } = await found({ skew });
  expect(clock).toMatchObject([{ state, words: expect.stringMatching(words) }]);
});

test('a missing right of the login is a warning, and a failure is an error', async () => {
  const words = expect.stringMatching(/^journal: /);
  const forbidden = { state: 'warn', words, advice: expect.stringContaining('Its screen stays empty') };
  expect((await found({ skew: 0, journal: 403 })).rights).toMatchObject([forbidden]);
  const broken = { state: 'bad', words, advice: undefined };
  expect((await found({ skew: 0, journal: 500 })).rights).toMatchObject([broken]);
});

test('a missing file of authorities is reported as a certificate problem without words of openssl', async () => {
  const cluster = { url: 'https://127.0.0.1:9', allowHttp: false, caFile: '/no-such-file.pem' };
  const { code, findings } = await tryUrl(cluster);
  expect(code).toBe('CA_FILE');
  expect(findings).toMatchObject([{ what: 'certificate', state: 'bad', advice: undefined }]);
});
