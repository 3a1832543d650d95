import { markUnsaved } from './unsaved-forms.ts';

/** Fields with input worth keeping; excludes switches, view choices and search boxes. */
const FILLED_IN =
  'textarea, input:not([type=file], [type=radio], [type=range], [role=switch], search *)';
/** Marks fields whose content is saved as a draft, so it survives the page. */
const SAVED_AS_DRAFT = '[data-kept]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field that has been focused. */
interface Entry {
  /** Content when first focused. */
  readonly before: string;
  unmark: (() => void) | null;
}

/**
 * Marks the page as having input (`unsaved-forms.ts`) while any field differs from its content on first
 * focus. Works for every field of every screen, so no form can forget it. A removed field no longer counts:
 * its form was saved or closed.
 * @param first the field focused already, and its content at that time
 * @returns a function that stops it
 */
export function trackUnsavedFields(
  page: Document,
  first: { readonly field: Element; readonly before: string },
): () => void {
  const fields = new Map<Field, Entry>();
  const check = () => {
    for (const [field, entry] of fields) {
      const isFilledIn = field.isConnected && contentOf(field) !== entry.before;
      if (isFilledIn) entry.unmark ??= markUnsaved(field.closest(SAVED_AS_DRAFT) === null);
      else if (entry.unmark) {
        entry.unmark();
        entry.unmark = null;
      }
      if (!field.isConnected) fields.delete(field);
    }
    if (fields.size === 0) changes.disconnect();
  };
  // No event reports when a form is removed or reset, or a choice fills in fields.
  const changes = new MutationObserver(check);
  const watch = (field: Field, before: string) => {
    if (fields.has(field)) return;
    fields.set(field, { before, unmark: null });
    changes.observe(page, { subtree: true, childList: true });
  };
  const entered = ({ target }: Event) => {
    if (isField(target)) watch(target, contentOf(target));
  };
  const filledIn = ({ target }: Event) => {
    // Autofill, and browsers that don't focus checkboxes, fire no `focusin` first.
    if (isField(target)) watch(target, isCheckbox(target) ? String(!target.checked) : '');
    check();
  };
  const cleared = ({ target }: Event) => {
    for (const [field, entry] of fields) {
      if (field.form !== target) continue;
      entry.unmark?.();
      fields.delete(field);
    }
  };
  if (isField(first.field)) watch(first.field, first.before);
  check();
  page.addEventListener('focusin', entered);
  page.addEventListener('input', filledIn);
  page.addEventListener('reset', cleared);
  return () => {
    page.removeEventListener('focusin', entered);
    page.removeEventListener('input', filledIn);
    page.removeEventListener('reset', cleared);
    changes.disconnect();
    fields.forEach(({ unmark }) => unmark?.());
  };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(FILLED_IN);
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function contentOf(field: Field): string {
  return isCheckbox(field) ? String(field.checked) : field.value;
}
