import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, Button, Capabilities, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { freePort } from '#test/setup/free-port.ts';
import { root } from '#test/setup/source-tree.ts';
import { remoteTab } from './remote-tab.ts';
import { reportProblems } from './report-problems.ts';
import type { Browser, BrowserOptions, Engine, Key as KeyName, Tab } from './tab.ts';

const keys: Readonly<Record<KeyName, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
};

/** Longer than any action takes on a busy machine, in ms. */
const ACTION_TIMEOUT_MS = 30_000;
/** Startup timeout of the driver in ms. */
const START_TIMEOUT_MS = 20_000;

/** Drives WebKitGTK through classic WebDriver on a virtual display. */
export function webkit(driverProgram: string, version: string): Engine {
  return { name: 'webkit', version, open: (options) => openBrowser(driverProgram, options) };
}

/** A running WebKit: driver, processes and session. */
interface RunningWebkit {
  readonly driver: WebDriver;
  readonly processes: ChildProcess;
  /** Port where the host evaluates scripts. */
  readonly port: number;
}

async function openBrowser(
  driverProgram: string,
  { storageMb = 0 }: BrowserOptions = {},
): Promise<Browser> {
  const folder = mkdtempSync(join(tmpdir(), 'club-webkit-'));
  const files = {
    data: join(folder, 'profile'),
    script: join(folder, 'start.js'),
    problems: join(folder, 'problems.txt'),
  };
  writeFileSync(files.script, `(${reportProblems.toString()})()`);
  let running: RunningWebkit;
  let isFirstTab = true;
  const start = async () => {
    running = await launch(driverProgram, { ...files, storageMb });
    isFirstTab = true;
  };
  const end = () => endAll(running.processes);
  const quit = async () => {
    await running.driver.quit();
    await end();
  };
  await start();
  return {
    get problems() {
      if (!existsSync(files.problems)) return [];
      return readFileSync(files.problems, 'utf8').split('\n').filter(Boolean);
    },
    start,
    kill: end,
    quit,
    loseStorage: () => {
      endNetworkProcess(running.processes);
      return remoteTab(running.port);
    },
    async newTab() {
      const { driver } = running;
      // The session starts with a window.
      if (!isFirstTab) await driver.switchTo().newWindow('tab');
      isFirstTab = false;
      return tabOf(driver, await driver.getWindowHandle());
    },
    async dispose() {
      await end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function launch(
  driverProgram: string,
  {
    data,
    script,
    problems,
    storageMb,
  }: Readonly<Record<'data' | 'script' | 'problems', string>> & { readonly storageMb: number },
): Promise<RunningWebkit> {
  const [port, hostPort] = [await freePort(), await freePort()];
  const display = ['xvfb-run', '-a', '-s', '-screen 0 1400x1000x24'];
  const processes = spawn('dbus-run-session', ['--', ...display, driverProgram, `--port=${port}`], {
    env: {
      ...process.env,
      TZ: 'Europe/Warsaw',
      LANG: 'en_GB.UTF-8',
      LC_ALL: 'C.UTF-8',
      // Its sandbox can't be set up by root.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
    },
    stdio: 'ignore',
    // A process group can be killed as a whole.
    detached: true,
  });
  // Don't leave processes behind when a run ends early.
  const killAtExit = () => killAll(processes);
  process.once('exit', killAtExit);
  processes.once('exit', () => process.removeListener('exit', killAtExit));
  const { width, height } = phoneSize;
  const capabilities = new Capabilities().setBrowserName('webkit-host');
  capabilities.set('webkitgtk:browserOptions', {
    binary: join(root, 'test', 'engines', 'webkit-host.py'),
    args: [
      `--data=${data}`,
      `--script=${script}`,
      `--problems=${problems}`,
      `--width=${width}`,
      `--height=${height}`,
      `--port=${hostPort}`,
      `--storage-mb=${storageMb}`,
    ],
  });
  try {
    await waitUntilListening(port, processes);
    const driver = await new Builder()
      .disableEnvironmentOverrides()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(capabilities)
      .build();
    await driver.manage().setTimeouts({ script: ACTION_TIMEOUT_MS, pageLoad: ACTION_TIMEOUT_MS });
    return { driver, processes, port: hostPort };
  } catch (error) {
    await endAll(processes);
    throw error;
  }
}

async function waitUntilListening(port: number, processes: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (processes.exitCode === null && Date.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver did not start.');
}

async function endAll(processes: ChildProcess): Promise<void> {
  if (processes.exitCode !== null || processes.signalCode !== null) return;
  const exited = new Promise((resolve) => processes.once('exit', resolve));
  killAll(processes);
  await exited;
}

/** Kills a process group. A process without an id never started. */
function killAll({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Kills WebKit's network process, which also holds IndexedDB; WebKit starts a new one. */
function endNetworkProcess({ pid }: ChildProcess): void {
  const processIds = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      const [, , group] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return Number(group) === pid && command.includes('WebKitNetworkProcess');
    } catch {
      // It has exited in the meantime.
      return false;
    }
  });
  if (processIds.length === 0) throw new Error('WebKit has no network process.');
  for (const pid of processIds) process.kill(Number(pid), 'SIGKILL');
}

function tabOf(driver: WebDriver, handle: string): Tab {
  /** Makes this tab the one that receives WebDriver commands. */
  const switchToTab = async () => {
    if ((await driver.getWindowHandle().catch(() => null)) !== handle)
      await driver.switchTo().window(handle);
    return driver;
  };
  const evaluate = async <Input, Result>(
    run: (input: Input) => Result | Promise<Result>,
    input?: Input,
  ): Promise<Result> => {
    await switchToTab();
    const [result, error] = await driver.executeAsyncScript<[Result, string | null]>(
      `const done = arguments[1];
       Promise.resolve(arguments[0]).then(${run.toString()}).then(
         (result) => done([result, null]),
         (error) => done([null, String(error?.stack ?? error)]),
       );`,
      input,
    );
    if (error !== null) throw new Error(error);
    return result;
  };
  return {
    goto: async (url) => {
      await switchToTab();
      const earlierUrl = await driver.getCurrentUrl();
      await driver.get(url);
      // A page that reloads itself can replace the new one, so retry as a person would.
      if (earlierUrl !== url && (await driver.getCurrentUrl()) === earlierUrl)
        await driver.get(url);
    },
    leaveFor: (url) => evaluate((to) => location.assign(to), url),
    reload: async () => (await switchToTab()).navigate().refresh(),
    back: async () => (await switchToTab()).navigate().back(),
    url: async () => (await switchToTab()).getCurrentUrl(),
    evaluate,
    inject: async (source) => (await switchToTab()).executeScript(source),
    pressAt: async ({ x, y }) => {
      const pointer = (await switchToTab()).actions();
      const point = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 };
      await pointer.move(point).press(Button.LEFT).release(Button.LEFT).perform();
    },
    pressKey: async (key) => (await switchToTab()).actions().sendKeys(keys[key]).perform(),
    show: async () => (await switchToTab()).switchTo().window(handle),
    screenshot: async () => Buffer.from(await (await switchToTab()).takeScreenshot(), 'base64'),
    close: async () => {
      await (await switchToTab()).close();
      const [otherHandle] = await driver.getAllWindowHandles();
      if (otherHandle !== undefined) await driver.switchTo().window(otherHandle);
    },
  };
}
