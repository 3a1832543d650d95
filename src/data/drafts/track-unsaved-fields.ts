import { markUnsaved } from './unsaved-forms.ts';

/** Fields whose input counts as unsaved; excludes choices, switches, sliders, files and search boxes. */
const TRACKED_FIELDS =
  'textarea, input:not([type=file], [type=radio], [type=range], [role=switch], search *)';
/** Marks fields whose content is saved as a draft, so it survives the page. */
const SAVED_AS_DRAFT = '[data-saved-draft]';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field that has been focused. */
interface Entry {
  /** Content when first focused. */
  readonly initialContent: string;
  unmark: (() => void) | null;
}

/**
 * Marks the page as having input (`unsaved-forms.ts`) while any field differs from its content on first focus.
 * Works for every field on every screen, so no form can forget it. A removed field no longer counts, because
 * its form was saved or closed.
 * @param firstField the field that already has the focus, and its content at that time
 * @returns a function that stops tracking
 */
export function trackUnsavedFields(
  page: Document,
  firstField: { readonly field: Element; readonly initialContent: string },
): () => void {
  const fields = new Map<Field, Entry>();
  const check = () => {
    for (const [field, entry] of fields) {
      const isChanged = field.isConnected && contentOf(field) !== entry.initialContent;
      if (isChanged) entry.unmark ??= markUnsaved(field.closest(SAVED_AS_DRAFT) === null);
      else if (entry.unmark) {
        entry.unmark();
        entry.unmark = null;
      }
      if (!field.isConnected) fields.delete(field);
    }
    if (fields.size === 0) changes.disconnect();
  };
  // No event fires when a form is removed, or when choosing an option fills in other fields.
  const changes = new MutationObserver(check);
  const trackField = (field: Field, initialContent: string) => {
    if (fields.has(field)) return;
    fields.set(field, { initialContent, unmark: null });
    changes.observe(page, { subtree: true, childList: true });
  };
  const onFocusIn = ({ target }: Event) => {
    if (isField(target)) trackField(target, contentOf(target));
  };
  const onInput = ({ target }: Event) => {
    // No `focusin` fires before autofill, or for checkboxes in some browsers.
    if (isField(target)) trackField(target, isCheckbox(target) ? String(!target.checked) : '');
    check();
  };
  const onReset = ({ target }: Event) => {
    for (const [field, entry] of fields) {
      if (field.form !== target) continue;
      entry.unmark?.();
      fields.delete(field);
    }
  };
  if (isField(firstField.field)) trackField(firstField.field, firstField.initialContent);
  check();
  page.addEventListener('focusin', onFocusIn);
  page.addEventListener('input', onInput);
  page.addEventListener('reset', onReset);
  return () => {
    page.removeEventListener('focusin', onFocusIn);
    page.removeEventListener('input', onInput);
    page.removeEventListener('reset', onReset);
    changes.disconnect();
    fields.forEach(({ unmark }) => unmark?.());
  };
}

function isField(target: EventTarget | null): target is Field {
  return target instanceof Element && target.matches(TRACKED_FIELDS);
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}

function contentOf(field: Field): string {
  return isCheckbox(field) ? String(field.checked) : field.value;
}
