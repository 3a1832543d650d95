import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
const IMPERSONATION_HEADING = 'Open the app as someone else';
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
async function club(args: readonly string[], settings: Record<string, string> = {}, input = '') {
  const { OPERATOR_TOKEN: _token, ...environment } = process.env;
  const child = spawn(process.execPath, ['server/club.ts', ...args], {
    cwd: root,
    env: { ...environment, CLUB_URL: server.url, OPERATOR_TOKEN: token, ...settings },
  });
  child.stdin.end(input);
  const exited = once(child, 'exit') as Promise<[number]>;
  const [output, problem, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    exited,
  ]);
  return { code, output, problem };
}

/** Saves a photo as the guide shows, and then fails to overwrite it. */
async function expectPhotoIsSaved(photo: string) {
  const folder = mkdtempSync(join(tmpdir(), 'club-photo-'));
  const path = join(folder, 'photo.jpg');
  const savedOutput = await club(['photos', 'save', photo, '--output', path]);
  expect(savedOutput).toEqual({ code: 0, output: `Saved: ${path}\n`, problem: '' });
  // The file starts like a JPEG or a PNG.
  expect(readFileSync(path).subarray(0, 2).toString('hex')).toMatch(/^(ffd8|8950)$/);
  const repeatedOutput = await club(['photos', 'save', photo, '--output', path]);
  expect(repeatedOutput.problem).toBe(`The file ${path} already exists. Choose another name.\n`);
  const missingFolder = join(folder, 'missing', 'photo.jpg');
  expect((await club(['photos', 'save', photo, '--output', missingFolder])).problem).toBe(
    `The file ${missingFolder} can’t be written. Check its path, permissions and space.\n`,
  );
  expect(readdirSync(folder)).toEqual(['photo.jpg']);
  expect((await club(['photos', 'save', photo])).problem).toMatch(/^A file is required\. /);
  rmSync(folder, { recursive: true });
}

test('help lists all commands, or a subject’s commands', async () => {
  const { code, output } = await club(['--help']);
  expect(code).toBe(0);
  expect(output).toContain('club orders reject ORDER --why TEXT --input FILE\n');
  expect((await club(['cards', '--help'])).output).not.toContain('orders');
});

test('a reader that closes the pipe early causes no error', async () => {
  const child = spawn(process.execPath, ['server/club.ts', '--help'], { cwd: root });
  child.stdout.destroy();
  const exited = once(child, 'exit') as Promise<[number]>;
  const [problem, [code]] = await Promise.all([text(child.stderr), exited]);
  expect({ code, problem }).toEqual({ code: 0, problem: '' });
});

test('a wrong command prints its usage, and nothing is sent', async () => {
  expect(await club(['everything'])).toMatchObject({ code: 2, output: '' });
  const orders = await club(['order', 'reject', 'all']);
  expect(orders.problem).toContain('club orders reject ORDER');
  const missingReason = await club(['companies', 'verify', 'x']);
  expect(missingReason).toMatchObject({ code: 2 });
  expect(missingReason.problem).toMatch(
    /^A reason is required\. Add --why TEXT; it goes into the audit log\.\nclub companies verify COMPANY/,
  );
  const invalidInput = await club(['orders', '--input', '-'], {}, 'what?');
  expect(invalidInput).toMatchObject({ code: 2 });
  const unknownOutput = await club(['orders', '--because', 'x']);
  expect(unknownOutput).toMatchObject({ code: 2, output: '' });
  expect(unknownOutput.problem).toContain(
    'The options are --why TEXT, --input FILE, --output FILE, --json and --help.\n',
  );
  expect(await club(['projects', 'list'])).toMatchObject({
    code: 2,
    output: '',
    problem:
      'There is no command `club projects list`. `club projects --help` lists the commands.\n',
  });
  const unquotedOutput = await club(['companies', 'search', 'a', 'b']);
  expect(unquotedOutput.problem).toMatch(
    /^There are too many arguments\. Put text with spaces in quotes\.\n/,
  );
  const withoutRecords = await club(['cards', 'block', '1234567890', '--why', 'x', '--json']);
  expect(withoutRecords.problem).toMatch(/^This command has no JSON output\. Leave out --json\.\n/);
  const { userId } = demoAccounts.polishOwner;
  const args = ['chats', 'answer', userId, '--why', 'x', '--input', 'no-such-file.txt'];
  expect(await club(args)).toMatchObject({
    code: 1,
    problem: 'The file no-such-file.txt can’t be read. Check its path.\n',
  });
});

test('lists are printed, and actions read the standard input', async () => {
  const listedOutput = await club(['projects']);
  expect(listedOutput).toMatchObject({ code: 0, problem: '' });
  const [, project = ''] = /^([0-9a-f-]{36}) /m.exec(listedOutput.output) ?? [];
  const json = JSON.parse((await club(['projects', '--json'])).output) as { uuid: string }[];
  expect(json[0]?.uuid).toBe(project);
  const response = await club(['projects', 'show', project, '--json']);
  expect(JSON.parse(response.output)).toMatchObject({ id: project, status: 'inReview' });
  const { products } = JSON.parse(response.output) as { products: { photo: string | null }[] };
  const photo = products.find((product) => product.photo !== null)?.photo ?? '';
  await expectPhotoIsSaved(photo);
  const acceptedOutput = await club(['projects', 'accept', project, '--why', 'All is in order.']);
  expect(acceptedOutput.output).toMatch(/^Project closed: \d+ points\.\n$/);
  const news = {
    type: 'news',
    content: { en: { title: 'Hello', text: '<p>x</p>', youtube: null } },
  };
  const args = ['news', 'publish', 'CZ', '--why', 'It is new.', '--input', '-'];
  expect(await club(args, {}, JSON.stringify(news))).toMatchObject({ code: 0 });
  expect((await club(['news'])).output).toContain('Hello');
});

test('a missing option or another command’s option prints the usage', async () => {
  const unprovedOutput = await club(['people', 'change-phone', 'x', '1', '--why', 'x']);
  expect(unprovedOutput).toMatchObject({ code: 2, output: '' });
  expect(unprovedOutput.problem).toMatch(
    /^--proof is missing\. .*\nclub people change-phone PERSON NUMBER --proof KIND --reference TEXT --why TEXT\n/,
  );
  const otherOption = await club(['orders', '--proof', 'x']);
  expect(otherOption.problem).toMatch(/^This command has no option --proof\. Leave it out\.\n/);
});

test('a lost phone number is replaced with the options of the guide', async () => {
  const words = ['people', 'change-phone', demoAccounts.polishStaff.userId, '601 000 111'];
  const options = ['--proof', 'call-back', '--reference', 'Ticket 4711', '--why', 'Lost phone.'];
  const changedOutput = await club([...words, ...options]);
  expect(changedOutput).toMatchObject({ code: 0, problem: '' });
  expect(changedOutput.output).toMatch(/^Changed\. Sessions ended: \d+\.\n$/);
});

test('the example of the guide prints a path that opens the app as another user', async () => {
  const [, documentedCommand = ''] =
    /^club (emulate .+)$/m.exec(commandsOf('operator.md', IMPERSONATION_HEADING)) ?? [];
  const args = [...documentedCommand.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, unquoted = '']) => quoted ?? unquoted,
  );
  const { code, output } = await club(args);
  expect(code).toBe(0);
  const { searchParams } = new URL(output.trim(), server.url);
  const response = await fetch(`${server.url}/api${calls.startImpersonation.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faker: searchParams.get('faker') }),
  });
  expect(await response.json()).toMatchObject({ user_id: demoAccounts.czechOwner.userId });
  expect((await club(['acts'])).output).toContain(
    `anna  emulate ${demoAccounts.czechOwner.userId}  done`,
  );
});

test('a rejected command, or an unreachable server, prints one sentence', async () => {
  const { userId } = demoAccounts.polishOwner;
  expect(await club(['companies', 'verify', userId, '--why', 'x'])).toMatchObject({
    code: 1,
    output: '',
    problem: expect.stringMatching(/^[^\n]+\n$/) as string,
  });
  const otherRole = await club(['news'], { OPERATOR_TOKEN: shopToken });
  expect(otherRole).toMatchObject({
    code: 1,
    problem:
      'The role “shop” can’t run `club news`. Ask an operator whose role allows it; docs/operator.md lists the roles.\n',
  });
  const wrongToken = await club(['orders'], { OPERATOR_TOKEN: 'x' });
  expect(wrongToken).toMatchObject({ code: 1 });
  expect(wrongToken.problem).toContain(
    'This token isn’t valid on this server. Check OPERATOR_TOKEN',
  );
  const unreachable = await club(['orders'], { CLUB_URL: 'http://127.0.0.1:1' });
  expect(unreachable.problem).toBe(
    'No server responds at http://127.0.0.1:1. Check CLUB_URL, and that the server is running.\n',
  );
});
