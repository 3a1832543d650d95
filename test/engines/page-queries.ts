import { computeAccessibleName, getRole, isInaccessible } from 'dom-accessibility-api';

/** Text to match, exact or by pattern, in serialisable form. */
export type TextMatch = { readonly all: string } | { readonly pattern: string };

/** A query by role and name, as a screen reader perceives them. */
export interface PageQuery {
  readonly role?: string | undefined;
  /** The accessible name. */
  readonly name?: TextMatch | undefined;
  /** Text of the element; without a role, of the innermost element with this text. */
  readonly text?: TextMatch | undefined;
  /** Heading level. */
  readonly level?: number | undefined;
  /** Searches only inside this. */
  readonly within?: PageQuery | undefined;
  /** Index from 0; -1 for the last. */
  readonly index?: number | undefined;
  /** Only a field with a validation error. */
  readonly isInvalid?: boolean | undefined;
}

/** Position to press, or why pressing isn't possible yet. */
type Target = { readonly x: number; readonly y: number } | { readonly problem: string };

const normaliseSpaces = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function matchesText(text: string, expected: TextMatch | undefined): boolean {
  if (expected === undefined) return true;
  return 'all' in expected
    ? normaliseSpaces(text) === expected.all
    : new RegExp(expected.pattern).test(normaliseSpaces(text));
}

function isPerceptible(element: Element): boolean {
  if (element.getClientRects().length === 0) return false;
  return element.closest('[inert]') === null && !isInaccessible(element);
}

/** All accessible matches, in document order. */
function find(query: PageQuery): Element[] {
  const roots: ParentNode[] = query.within ? find(query.within) : [document];
  const all = roots.flatMap((root) => [...root.querySelectorAll('*')]);
  const { role, level } = query;
  const isHeading = (element: Element) =>
    element.tagName === `H${level}` || element.ariaLevel === String(level);
  const matchingElements = [...new Set(all)].filter(
    (element) =>
      (role === undefined || getRole(element) === role) &&
      (level === undefined || isHeading(element)) &&
      hasText(element, query) &&
      isPerceptible(element) &&
      (query.name === undefined || matchesText(computeAccessibleName(element), query.name)),
  );
  const chosenElements =
    query.index === undefined
      ? matchingElements
      : [matchingElements.at(query.index)].filter((requested) => requested !== undefined);
  return query.isInvalid
    ? chosenElements.filter(({ ariaInvalid }) => ariaInvalid === 'true')
    : chosenElements;
}

function hasText(element: Element, { role, text }: PageQuery): boolean {
  if (text === undefined) return true;
  if (!matchesText(element.textContent ?? '', text)) return false;
  return role !== undefined || ![...element.children].some((child) => hasText(child, { text }));
}

/** The only match; an error text if there are none or several. */
function findOnly(query: PageQuery): Element | string {
  const [first, ...others] = find(query);
  if (!first) return 'nothing matches';
  return others.length === 0 ? first : `${others.length + 1} fit`;
}

/** A visually hidden control is pressed through its label. */
function pressTarget(element: Element): Element {
  const isChoice = element instanceof HTMLInputElement && /radio|checkbox/.test(element.type);
  return (isChoice ? element.labels?.[0] : null) ?? element;
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Returns true if a press on the middle of the element, or of its label, would hit it. */
function isOnTop(element: Element, matching: Element): boolean {
  const { x, y } = middleOf(element);
  const topElement = document.elementFromPoint(x, y);
  return topElement !== null && (element.contains(topElement) || topElement.contains(matching));
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Scrolls the only match into view and returns its position once it is still and on top. */
async function aim(query: PageQuery): Promise<Target> {
  const matching = findOnly(query);
  if (typeof matching === 'string') return { problem: matching };
  const element = pressTarget(matching);
  // An open list closes when the page scrolls.
  if (!isOnTop(element, matching)) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }
  const earlierMiddle = middleOf(element);
  await nextFrame();
  await nextFrame();
  const middle = middleOf(element);
  if (earlierMiddle.x !== middle.x || earlierMiddle.y !== middle.y)
    return { problem: 'it is still moving' };
  if (isOnTop(element, matching)) {
    guardPress(element, matching);
    return middle;
  }
  const topElement = document.elementFromPoint(middle.x, middle.y);
  return { problem: `${topElement?.outerHTML.slice(0, 120)} covers it` };
}

let pressGuard: { readonly isMissed: () => boolean; readonly end: () => void } | null = null;

/** Blocks the events of the next press if the element has moved away in the meantime. */
function guardPress(element: Element, matching: Element): void {
  pressGuard?.end();
  const controller = new AbortController();
  let isMissed = false;
  const check = (event: Event) => {
    const target = event.target as Element;
    if (!element.contains(target) && !target.contains(matching)) {
      isMissed = true;
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    // A click on a label causes another one on its field.
    if (event.type === 'click') controller.abort();
  };
  const options = { capture: true, passive: false, signal: controller.signal };
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    window.addEventListener(type, check, options);
  pressGuard = { isMissed: () => isMissed, end: () => controller.abort() };
}

/**
 * Ends the guard.
 * @returns true if the press hit something else, and was blocked
 */
function isPressMissed(): boolean {
  pressGuard?.end();
  const isMissed = pressGuard?.isMissed() ?? false;
  pressGuard = null;
  return isMissed;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Fills a field or chooses a list option.
 * @returns an error text, or null
 */
function fill(query: PageQuery, text: string): string | null {
  const field = findOnly(query);
  if (typeof field === 'string') return field;
  (field as Field).focus();
  if (field instanceof HTMLSelectElement || /^(date|time|range)$/.test((field as Field).type)) {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {};
    set?.call(field, text);
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));
  } else {
    (field as HTMLInputElement).select();
    if (text === '') document.execCommand('delete');
    else document.execCommand('insertText', false, text);
  }
  return (field as Field).value === '' && text !== '' ? 'the field stays empty' : null;
}

/**
 * Passes an image to the nearest file input.
 * @returns an error text, or null
 */
function setFile(query: PageQuery, dataUrl: string, name: string): string | null {
  const button = findOnly(query);
  if (typeof button === 'string') return button;
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (character) => character.codePointAt(0) ?? 0);
  const files = new DataTransfer();
  files.items.add(new File([bytes], name, { type: /^data:([^;]+)/.exec(head)?.[1] ?? '' }));
  for (let near: Element | null = button; near; near = near.parentElement) {
    const input = near.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) continue;
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return null;
  }
  return 'there is no file input';
}

const queries = {
  aim,
  isPressMissed,
  fill,
  setFile,
  count: (query: PageQuery) => find(query).length,
  texts: (query: PageQuery) =>
    find(query).map(({ textContent }) => normaliseSpaces(textContent ?? '')),
  values: (query: PageQuery) => find(query).map((field) => (field as Field).value),
  /** Headings and controls on the screen, for failure messages. */
  outline: () =>
    find({})
      .filter(
        (element) =>
          /^(H\d|BUTTON|A|INPUT|SELECT|DIALOG)$/.test(element.tagName) || element.role === 'option',
      )
      .map((element) => `${getRole(element)} "${computeAccessibleName(element).slice(0, 60)}"`),
};

export type PageQueries = typeof queries;

declare global {
  interface Window {
    pageQueries?: PageQueries;
  }
}

window.pageQueries = queries;
