import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment, settingNames } from '#server/environment.ts';
import { root } from '#test/setup/source-tree.ts';

const folder = join(root, 'deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
/**
 * Finds `NAME=value` at the start of a line, even if it's commented out, and each of several in `Environment=` and
 * `ENV` lines.
 */
const settingsOf = (text: string) =>
  [...text.matchAll(/^(?:# ?|Environment=|ENV )?((?:[A-Z_]+=\S* ?)+)/gm)].flatMap(([, list = '']) =>
    [...list.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
  );

describe('the deployment files (deploy/)', () => {
  test('contain only existing settings', () => {
    const names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'compose.yaml')
      .flatMap(({ name }) => settingsOf(read(name)))
      .map(([name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['CODE_PEPPER', 'APP_DIR', 'DATABASE_URL']));
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
    const composeVariables = [...read('compose.yaml').matchAll(/^ {4}([A-Z_]+):/gm)].map(
      ([, name]) => name,
    );
    expect(composeVariables).toContain('DATABASE_URL');
    expect(composeVariables.filter((name = '') => !settingNames.includes(name))).toEqual([]);
  });

  test('start in production with the example’s settings filled in', () => {
    const settings = Object.fromEntries(settingsOf(read('club.env.example')));
    const secrets = { CODE_PEPPER: 'x'.repeat(44), VOUCHER_KEYS: `2027:${'x'.repeat(44)}` };
    const complete = { ...settings, ...secrets, METRICS_TOKEN: 'x'.repeat(16) };
    const environment = readEnvironment({ ...complete, SMS_GATEWAY_TOKEN: 'secret' });
    expect(environment).toMatchObject({ mode: 'production', trustedProxies: 1, demoData: false });
    expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow('CODE_PEPPER');
  });

  test('build the image from existing files', () => {
    const copiedFiles = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, names = '']) => names.split(' '),
    );
    expect(copiedFiles).toContain('package-lock.json');
    expect(copiedFiles.filter((name) => !existsSync(join(root, name)))).toEqual([]);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const scriptNames = [...read('Dockerfile').matchAll(/npm run (\w+)/g)].map(
      ([, name = '']) => name,
    );
    expect(scriptNames.filter((name) => !(name in scripts))).toEqual([]);
  });

  test.runIf(existsSync('/usr/bin/systemd-analyze'))(
    'contain a unit file that systemd accepts',
    () => {
      const { stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'club@.service')], {
        encoding: 'utf8',
      });
      // On this machine, Node and the folder may be missing, so those errors are ignored.
      const messages = stderr
        .split('\n')
        .filter((line) => /unknown|invalid|failed to parse/i.test(line));
      expect(messages).toEqual([]);
    },
  );
});
