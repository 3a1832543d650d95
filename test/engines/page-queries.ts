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
  readonly at?: number | undefined;
  /** Only a field with a validation error. */
  readonly isInvalid?: boolean | undefined;
}

/** Position to press, or why pressing isn't possible yet. */
type Target = { readonly x: number; readonly y: number } | { readonly trouble: string };

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

function fits(text: string, words: TextMatch | undefined): boolean {
  if (words === undefined) return true;
  return 'all' in words ? tidy(text) === words.all : new RegExp(words.pattern).test(tidy(text));
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
  const found = [...new Set(all)].filter(
    (element) =>
      (role === undefined || getRole(element) === role) &&
      (level === undefined || isHeading(element)) &&
      saysIt(element, query) &&
      isPerceptible(element) &&
      (query.name === undefined || fits(computeAccessibleName(element), query.name)),
  );
  const chosen =
    query.at === undefined ? found : [found.at(query.at)].filter((one) => one !== undefined);
  return query.isInvalid ? chosen.filter(({ ariaInvalid }) => ariaInvalid === 'true') : chosen;
}

function saysIt(element: Element, { role, text }: PageQuery): boolean {
  if (text === undefined) return true;
  if (!fits(element.textContent ?? '', text)) return false;
  return role !== undefined || ![...element.children].some((child) => saysIt(child, { text }));
}

/** The only match; an error text if there are none or several. */
function only(query: PageQuery): Element | string {
  const [first, ...others] = find(query);
  if (!first) return 'nothing fits';
  return others.length === 0 ? first : `${others.length + 1} fit`;
}

/** A visually hidden control is pressed through its label. */
function pressed(element: Element): Element {
  const isChoice = element instanceof HTMLInputElement && /radio|checkbox/.test(element.type);
  return (isChoice ? element.labels?.[0] : null) ?? element;
}

const nextFrame = () => new Promise((done) => requestAnimationFrame(done));

/** Returns true if a press on the middle of the element, or of its label, would hit it. */
function isOnTop(element: Element, found: Element): boolean {
  const { x, y } = middleOf(element);
  const there = document.elementFromPoint(x, y);
  return there !== null && (element.contains(there) || there.contains(found));
}

function middleOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Scrolls the only match into view and returns its position once it is still and on top. */
async function aim(query: PageQuery): Promise<Target> {
  const found = only(query);
  if (typeof found === 'string') return { trouble: found };
  const element = pressed(found);
  // An open list closes when the page scrolls.
  if (!isOnTop(element, found)) {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  }
  const before = middleOf(element);
  await nextFrame();
  await nextFrame();
  const now = middleOf(element);
  if (before.x !== now.x || before.y !== now.y) return { trouble: 'it moves' };
  if (isOnTop(element, found)) return now;
  const there = document.elementFromPoint(now.x, now.y);
  return { trouble: `${there?.outerHTML.slice(0, 120)} lies over it` };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fills a field or chooses a list option. @returns an error text, or null */
function fill(query: PageQuery, text: string): string | null {
  const field = only(query);
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
  return (field as Field).value === '' && text !== '' ? 'it stays empty' : null;
}

/** Gives an image to the nearest file input. @returns an error text, or null */
function giveFile(query: PageQuery, dataUrl: string, name: string): string | null {
  const button = only(query);
  if (typeof button === 'string') return button;
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0) ?? 0);
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
  fill,
  giveFile,
  count: (query: PageQuery) => find(query).length,
  texts: (query: PageQuery) => find(query).map(({ textContent }) => tidy(textContent ?? '')),
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
