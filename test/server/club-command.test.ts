import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { commandsOf } from '#test/setup/page-commands.ts';
import { root } from '#test/setup/source-tree.ts';
import { spawnDemoServer } from '#test/setup/demo-server.ts';
import { type SpawnedServer } from '#test/setup/spawned-server.ts';

const LONG_MS = 120_000;
/** Heading of the example in the operator guide. */
const LOOKING = 'Open the app as someone else';
const token = 't'.repeat(40);
const shopToken = 's'.repeat(40);
let server: SpawnedServer;
beforeAll(async () => {
  server = await spawnDemoServer({
    appDirectory: null,
    environment: { OPERATOR_TOKENS: `anna:${token},ben/shop:${shopToken}`, FAKER_TOKENS: '1' },
  });
}, LONG_MS);
afterAll(() => server.dispose());

/** Runs the command as an operator would. */
async function club(words: readonly string[], settings: Record<string, string> = {}, input = '') {
  const { OPERATOR_TOKEN: _token, ...others } = process.env;
  const child = spawn(process.execPath, ['server/club.ts', ...words], {
    cwd: root,
    env: { ...others, CLUB_URL: server.url, OPERATOR_TOKEN: token, ...settings },
  });
  child.stdin.end(input);
  const ended = once(child, 'exit') as Promise<[number]>;
  const [out, problem, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, problem };
}

test('help lists all commands, or those of a subject', async () => {
  const { code, out } = await club(['--help']);
  expect(code).toBe(0);
  expect(out).toContain('club orders reject ORDER --why TEXT --input FILE\n');
  expect((await club(['cards', '--help'])).out).not.toContain('orders');
});

test('a reader that stops early is no error', async () => {
  const child = spawn(process.execPath, ['server/club.ts', '--help'], { cwd: root });
  child.stdout.destroy();
  const ended = once(child, 'exit') as Promise<[number]>;
  const [problem, [code]] = await Promise.all([text(child.stderr), ended]);
  expect({ code, problem }).toEqual({ code: 0, problem: '' });
});

test('a wrong command prints its usage, and nothing is sent', async () => {
  expect(await club(['everything'])).toMatchObject({ code: 2, out: '' });
  const orders = await club(['order', 'reject', 'all']);
  expect(orders.problem).toContain('club orders reject ORDER');
  const silent = await club(['companies', 'verify', 'x']);
  expect(silent).toMatchObject({ code: 2 });
  expect(silent.problem).toMatch(
    /^A reason is required\. Add --why TEXT; it goes into the audit log\.\nclub companies verify COMPANY/,
  );
  const fed = await club(['orders', '--input', '-'], {}, 'what?');
  expect(fed).toMatchObject({ code: 2 });
  const unknown = await club(['orders', '--because', 'x']);
  expect(unknown).toMatchObject({ code: 2, out: '' });
  expect(unknown.problem).toContain('The options are --why TEXT, --input FILE and --help.\n');
  const { userId } = demoAccounts.polishOwner;
  const words = ['chats', 'answer', userId, '--why', 'x', '--input', 'no-such-file.txt'];
  expect(await club(words)).toMatchObject({
    code: 1,
    problem: 'The file no-such-file.txt can’t be read. Check its path.\n',
  });
});

test('lists are printed, and actions read the standard input', async () => {
  const listed = await club(['projects']);
  expect(listed).toMatchObject({ code: 0, problem: '' });
  const [, project = ''] = /^([0-9a-f-]{36}) /m.exec(listed.out) ?? [];
  const accepted = await club(['projects', 'accept', project, '--why', 'All is in order.']);
  expect(accepted.out).toMatch(/^Project closed: \d+ points\.\n$/);
  const news = {
    type: 'news',
    content: { en: { title: 'Hello', text: '<p>x</p>', youtube: null } },
  };
  const words = ['news', 'publish', 'CZ', '--why', 'It is new.', '--input', '-'];
  expect(await club(words, {}, JSON.stringify(news))).toMatchObject({ code: 0 });
  expect((await club(['news'])).out).toContain('Hello');
});

test('the example of the guide prints a path that opens the app as another user', async () => {
  const [, typed = ''] = /^club (emulate .+)$/m.exec(commandsOf('operator.md', LOOKING)) ?? [];
  const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain = '']) => quoted ?? plain,
  );
  const { code, out } = await club(words);
  expect(code).toBe(0);
  const { searchParams } = new URL(out.trim(), server.url);
  const response = await fetch(`${server.url}/api${calls.startImpersonation.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faker: searchParams.get('faker') }),
  });
  expect(await response.json()).toMatchObject({ user_id: demoAccounts.czechOwner.userId });
  expect((await club(['acts'])).out).toContain(
    `anna  emulate ${demoAccounts.czechOwner.userId}  done`,
  );
});

test('a rejected command, or an unreachable server, prints one sentence', async () => {
  const { userId } = demoAccounts.polishOwner;
  expect(await club(['companies', 'verify', userId, '--why', 'x'])).toMatchObject({
    code: 1,
    out: '',
    problem: expect.stringMatching(/^[^\n]+\n$/) as string,
  });
  const other = await club(['news'], { OPERATOR_TOKEN: shopToken });
  expect(other).toMatchObject({
    code: 1,
    problem:
      'The role “shop” can’t run `club news`. Ask an operator whose role allows it; docs/operator.md lists the roles.\n',
  });
  const wrong = await club(['orders'], { OPERATOR_TOKEN: 'x' });
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.problem).toContain('This token isn’t valid on this server. Check OPERATOR_TOKEN');
  const nobody = await club(['orders'], { CLUB_URL: 'http://127.0.0.1:1' });
  expect(nobody.problem).toBe(
    'No server responds at http://127.0.0.1:1. Check CLUB_URL, and that the server is running.\n',
  );
});
