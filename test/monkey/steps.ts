import type { BrowserContext, Locator, Page } from '@playwright/test';
import { between, pick, type Random } from '#server/demo/seeded-random.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import type { Expected } from './screen-problems.ts';

/** Texts to type; each is valid in some fields, or in none. */
const texts = [
  'Kraków',
  '30-001',
  'Jan Kowalski',
  'ul. Długa 12',
  'jan.kowalski@example.com',
  '501234567',
  '2',
  '5',
  '0',
  '-5',
  '1e9',
  '00',
  '   ',
  'x'.repeat(300),
  '5260250274',
  '🙂🙂',
  '{{name}}',
  'Żółć & Söhne <b>x</b>',
  'ул. Шевченка 5',
  'https://x.example/?a=1',
];
const serials = plainSerials(40, 100).map(({ code }) => code);
const screens = [
  '/',
  '/projects',
  '/projects/add',
  '/leads',
  '/shop',
  '/cart',
  '/balance',
  '/menu',
  '/team',
  '/scan',
  '/scan/manual',
  '/scan/generic',
  '/scan/review',
  '/scan/offline',
  '/club-card',
  '/support/chat',
  '/support/chat/new',
  '/settings',
  '/warranty-certificates',
  '/surveys',
  '/news',
  '/resources',
  '/notifications',
  '/user/edit',
  '/company/edit',
  '/orders',
];
/** Controls that leave the app or switch to a language that the test can't read. */
const avoided = /sign out|delete my account|clear data|restart|language|file|picture|photo/i;
const pressable =
  'a[href^="/"]:not([target]), button, [role=tab], [role=option], summary, input[type=radio], input[type=checkbox]';
const fillable =
  'input:not([type=radio]):not([type=checkbox]):not([type=file]):not([type=range]), textarea';

/** A page, its environment, and the source of choices. */
interface MonkeyOptions {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly club: Club;
  readonly random: Random;
}

interface Step {
  /** Description, such as `press “Save”`. */
  readonly description: string;
  readonly expected: Omit<Expected, 'isComplete'>;
}

/** A user who acts at random. */
export class Monkey {
  readonly #options: MonkeyOptions;
  readonly #actions: readonly (() => Promise<Step>)[];
  #isOffline = false;

  constructor(options: MonkeyOptions) {
    this.#options = options;
    const weightedActions: readonly (readonly [share: number, act: () => Promise<Step>])[] = [
      [3, () => this.#back()],
      [2, () => this.#switchNetwork()],
      [1, () => this.#reload()],
      [4, () => this.#pressByKeys()],
      [8, () => this.#openScreen()],
      [4, () => this.#swipe()],
      [14, () => this.#fill()],
      [64, () => this.#press()],
    ];
    this.#actions = weightedActions.flatMap(([share, action]) =>
      Array.from({ length: share }, () => action),
    );
  }

  get isOffline(): boolean {
    return this.#isOffline;
  }

  /** Performs a random action; skips controls that are covered or have disappeared. */
  async takeStep(): Promise<Step> {
    const action = pick(this.#options.random, this.#actions);
    return action().catch((error: unknown) => step(`fail: ${firstLine(error)}`));
  }

  /**
   * Waits, online, until everything saved is sent.
   * @returns a description of the work that stays unsent without a reason; null if there is none
   */
  async findUnsent(): Promise<string | null> {
    const { page, context, club } = this.#options;
    club.proxy.decide = () => undefined;
    await context.setOffline(false);
    await restoreNetwork(club, page);
    await page.evaluate(() => history.pushState(null, '', '/scan/offline'));
    const main = page.getByRole('main');
    const sentText = main
      .getByText(/^(Everything has been sent|Nothing is ready to be sent\.)$/)
      .first();
    return sentText.waitFor({ timeout: 90_000 }).then(
      () => null,
      async () => `Still not sent: ${await main.innerText()}`,
    );
  }

  async #back(): Promise<Step> {
    await this.#options.page.evaluate(() => {
      const { currentEntry } = navigation;
      const previous = navigation.entries()[(currentEntry?.index ?? 0) - 1];
      // The test signed in on this page, which isn't part of the app.
      const isOutside = new URL(previous?.url ?? 'x:/health').pathname === '/health';
      if (!isOutside) history.back();
    });
    return step('go back');
  }

  async #switchNetwork(): Promise<Step> {
    const { page, context, club } = this.#options;
    this.#isOffline = !this.#isOffline;
    await context.setOffline(this.#isOffline);
    if (!this.#isOffline) await restoreNetwork(club, page);
    return step(this.#isOffline ? 'go offline' : 'go online');
  }

  async #reload(): Promise<Step> {
    await this.#options.page.reload();
    return step('reload');
  }

  async #pressByKeys(): Promise<Step> {
    const { page, random } = this.#options;
    for (let tabs = between(random, 1, 6); tabs > 0; tabs -= 1) await page.keyboard.press('Tab');
    const key = pick(random, ['Enter', 'Enter', 'Space', 'Escape']);
    await page.keyboard.press(key);
    return step(`Tab and ${key}`);
  }

  async #openScreen(): Promise<Step> {
    const path = pick(this.#options.random, screens);
    await this.#options.page.evaluate((to) => history.pushState(null, '', to), path);
    return step(`open ${path}`);
  }

  async #swipe(): Promise<Step> {
    await this.#options.page.mouse.wheel(0, between(this.#options.random, -1_000, 3_000));
    return step('swipe');
  }

  async #fill(): Promise<Step> {
    const { random } = this.#options;
    const field = await this.#oneOf(fillable);
    if (!field) return this.#press();
    const name = await nameOf(field);
    const isDate = (await field.getAttribute('type')) === 'date';
    const choices = /part|serial/i.test(name) ? serials : texts;
    const text = isDate ? `2026-12-${between(random, 10, 28)}` : pick(random, choices);
    await field.fill(text, quickTimeout);
    return step(`type ${text.slice(0, 20)} into ${name}`);
  }

  async #press(): Promise<Step> {
    const target = await this.#oneOf(pressable);
    if (!target) return this.#openScreen();
    const name = await nameOf(target);
    if (avoided.test(name)) return step(`skip ${name}`);
    await target.click(quickTimeout);
    return step(`press ${name}`, true);
  }

  /** Picks a visible match; only inside the dialog if one is open. */
  async #oneOf(selector: string): Promise<Locator | null> {
    const { page, random } = this.#options;
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
    const scope = (await dialog.isVisible()) ? dialog : page.locator('body');
    const matches = await scope.locator(selector).filter({ visible: true }).all();
    return matches.length === 0 ? null : pick(random, matches);
  }
}

const step = (description: string, hasFocus = false): Step => ({
  description,
  expected: { hasFocus },
});
const quickTimeout = { timeout: 2_000 };
const firstLine = (error: unknown) => String(error).split('\n')[0];

/** Name of the control, if known. */
async function nameOf(target: Locator): Promise<string> {
  const name = await target.evaluate((element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
    return element.getAttribute('aria-label') ?? label ?? element.textContent;
  }, quickTimeout);
  return `“${name.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}”`;
}
