import { expect, type Locator, type Page } from '@playwright/test';

/** An element by role, label and text. Strings must be equal, patterns must match. */
export interface ElementQuery {
  readonly role?: string;
  readonly name?: string | RegExp;
  readonly text?: string | RegExp;
  readonly level?: number;
  readonly within?: ElementQuery;
  /** Index from 0; -1 for the last one. */
  readonly index?: number;
  /** Only a field with a validation error. */
  readonly isInvalid?: true;
}

/** Actions on a screen that every engine's driver supports, so that a flow is written only once. */
export interface ScreenActions {
  /** The page in Playwright; null in other drivers. */
  readonly page: Page | null;
  /** Waits until at least one element matches. */
  expectVisible(query: ElementQuery): Promise<void>;
  isVisible(query: ElementQuery): Promise<boolean>;
  /** Presses the only match. */
  press(query: ElementQuery): Promise<void>;
  /** Replaces the text of the only matching field. */
  fill(query: ElementQuery, text: string): Promise<void>;
}

/** Performs the actions with Playwright. */
export function actionsOn(page: Page): ScreenActions {
  const locate = (query: ElementQuery) => locatorOf(page, query);
  return {
    page,
    async expectVisible(query) {
      const target = locate(query).first();
      await expect(target).toBeVisible();
      if (query.isInvalid) await expect(target).toHaveAttribute('aria-invalid', 'true');
    },
    isVisible: (query) => locate(query).first().isVisible(),
    press: (query) => (query.role === 'radio' ? locate(query).check() : locate(query).click()),
    fill: (query, text) => locate(query).fill(text),
  };
}

function locatorOf(page: Page, query: ElementQuery): Locator {
  const { role, name, text, level, within, index } = query;
  const root = within ? locatorOf(page, within) : page;
  const roleOptions = { ...(name !== undefined && { name, exact: true }), ...(level && { level }) };
  const byRole = role && root.getByRole(role as Parameters<Page['getByRole']>[0], roleOptions);
  let target = byRole || root.getByText(text ?? '', { exact: true });
  if (byRole && text !== undefined) target = byRole.filter({ hasText: text });
  return index === undefined ? target : target.nth(index);
}
