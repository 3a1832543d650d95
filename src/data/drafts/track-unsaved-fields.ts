import { markUnsaved } from './unsaved-forms.ts';

/** Fields that one fills in. What one only switches, chooses a view by, or searches with is none. */
const FILLED_IN =
  'textarea, input:not([type=file], [type=radio], [type=range], [role=switch], search *)';
/** Around fields whose content is kept by itself: it would not be lost with the page. */
const KEPT = '[data-kept]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field that somebody has been in. */
interface Entry {
  /** What stood in it then. */
  readonly before: string;
  letGo: (() => void) | null;
}

/**
 * Holds the page (`unsaved.ts`) for as long as something stands in a field that somebody has put there: any
 * field of any screen, so that no form can forget to say so. A field that is gone holds nothing: its form
 * was saved, or left.
 * @param first which field somebody is in already, and what stood in it when they came there
 * @returns how to stop it
 */
export function trackUnsavedFields(
  page: Document,
  first: { readonly field: Element; readonly before: string },
): () => void {
  const fields = new Map<Field, Entry>();
  const look = () => {
    for (const [field, entry] of fields) {
      const isFilledIn = field.isConnected && contentOf(field) !== entry.before;
      if (isFilledIn) entry.letGo ??= markUnsaved(field.closest(KEPT) === null);
      else if (entry.letGo) {
        entry.letGo();
        entry.letGo = null;
      }
      if (!field.isConnected) fields.delete(field);
    }
    if (fields.size === 0) changes.disconnect();
  };
  // What a form does to its fields (it goes, it empties them, a choice fills them in) no event tells.
  const changes = new MutationObserver(look);
  const watch = (field: Field, before: string) => {
    if (fields.has(field)) return;
    fields.set(field, { before, letGo: null });
    changes.observe(page, { subtree: true, childList: true });
  };
  const entered = ({ target }: Event) => {
    if (isField(target)) watch(target, contentOf(target));
  };
  const filledIn = ({ target }: Event) => {
    // A browser that fills in a form by itself, or that focuses no boxes, has told of nothing before.
    if (isField(target)) watch(target, isBox(target) ? String(!target.checked) : '');
    look();
  };
  if (isField(first.field)) watch(first.field, first.before);
  look();
  page.addEventListener('focusin', entered);
  page.addEventListener('input', filledIn);
  return () => {
    page.removeEventListener('focusin', entered);
    page.removeEventListener('input', filledIn);
    changes.disconnect();
    fields.forEach(({ letGo }) => letGo?.());
  };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FILLED_IN);
}

function isBox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function contentOf(field: Field): string {
  return isBox(field) ? String(field.checked) : field.value;
}
