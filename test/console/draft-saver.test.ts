import { beforeEach, expect, test, vi } from 'vitest';
import { DRAFT_CHANGED } from '#schemas/operator/draft-calls.ts';
import { createDraftSaver } from '#console/data/draft-saver.ts';
import { recordSession, recordSignOut, takeKeptText } from '#console/data/kept-texts.ts';

const key = { kind: 'campaign', record: 'spring', field: 'form' };
const stored = { text: 'Stored', updated_at: '2026-11-30T09:00:00.000Z' };

/** Texts that were saved, in order. */
let savedTexts: string[];
/** The server's draft. */
let serverDraft: typeof stored | null;
/** True if the next save is carried out, but its response is lost. */
let isNextAnswerLost: boolean;
let isOffline: boolean;
let saveCount = 0;

const timeOf = (count: number) => new Date(Date.parse(stored.updated_at) + count).toISOString();

/** Responds like the server. */
function respond(_url: string, { body }: { readonly body?: string }): Promise<Response> {
  if (body === undefined) return Promise.resolve(Response.json({ draft: serverDraft }));
  if (isOffline) return Promise.reject(new TypeError('Failed to fetch'));
  const { text, replaces } = JSON.parse(body) as { text: string; replaces?: string | null };
  const reason = DRAFT_CHANGED;
  if (replaces !== undefined && serverDraft && serverDraft.updated_at !== replaces)
    return Promise.resolve(
      Response.json({ errors: [{ code: 'conflict', reason }] }, { status: 409 }),
    );
  saveCount += 1;
  savedTexts.push(text);
  serverDraft = text === '' ? null : { text, updated_at: timeOf(saveCount) };
  if (isNextAnswerLost) {
    isNextAnswerLost = false;
    return Promise.reject(new TypeError('Failed to fetch'));
  }
  return Promise.resolve(Response.json({ updated_at: serverDraft?.updated_at ?? null }));
}

/** Saves a text from another window. */
function saveElsewhere(text: string): void {
  saveCount += 1;
  serverDraft = { text, updated_at: timeOf(saveCount) };
}

beforeEach(() => {
  savedTexts = [];
  serverDraft = stored;
  isNextAnswerLost = false;
  isOffline = false;
  vi.stubGlobal('fetch', respond);
  recordSignOut();
  recordSession('ewa');
});

/** Opens a form that shows no change yet. */
function openForm() {
  let isChangedElsewhere = false;
  const saver = createDraftSaver(key, {
    onFailure: () => undefined,
    onChangedElsewhere: (isChanged) => {
      isChangedElsewhere = isChanged;
    },
  });
  const type = (text: string) => saver.watch(() => text);
  type('');
  const restore = () => {
    const draft = saver.load(serverDraft);
    if (draft !== null) saver.markRestored(draft);
    return draft?.text;
  };
  return { ...saver, type, restore, isChangedElsewhere: () => isChangedElsewhere };
}

test('a form that is replaced before it shows its restored draft doesn’t delete the draft', async () => {
  const form = openForm();
  expect(form.restore()).toBe('Stored');
  form.type('');
  expect(form.isUnsaved()).toBe(false);
  form.putBack();
  await form.save();
  expect(savedTexts).toEqual([]);
  expect(openForm().restore()).toBe('Stored');
});

/** Changes the stored draft in a form that the end of the session removes. */
function keepTyped(text: string): void {
  const form = openForm();
  form.restore();
  form.type('Stored');
  form.type(text);
  form.keep();
  recordSession('ewa');
}

test('a kept text doesn’t overwrite a later draft from another window until the operator takes over', async () => {
  keepTyped('Kept');
  saveElsewhere('Theirs');
  const form = openForm();
  expect(form.restore()).toBe('Kept');
  await form.save();
  expect([form.isChangedElsewhere(), savedTexts]).toEqual([true, []]);
  await form.takeOver();
  expect([form.isChangedElsewhere(), savedTexts]).toEqual([false, ['Kept']]);
});

test('a text that was kept on the page is restored by the form that replaces the first form', async () => {
  keepTyped('Kept');
  const form = openForm();
  expect(form.restore()).toBe('Kept');
  form.putBack();
  await form.save();
  expect(savedTexts).toEqual(['Kept']);
  expect(openForm().restore()).toBe('Kept');
  expect(takeKeptText(key)).toBeNull();
});

test('a restored draft is deleted once it’s discarded, or its values are changed back', async () => {
  const discarded = openForm();
  discarded.restore();
  discarded.end();
  await discarded.save();
  serverDraft = stored;
  const changed = openForm();
  changed.restore();
  changed.type('Stored');
  changed.type('');
  await changed.save();
  expect(savedTexts).toEqual(['', '']);
});

/** Opens a form with the stored draft, and changes it while another window saves its own text. */
async function editInTwoWindows() {
  const form = openForm();
  form.restore();
  form.type('Stored');
  form.type('Mine');
  saveElsewhere('Theirs');
  await form.save();
  return form;
}

test('a draft that another window has changed isn’t overwritten until the operator takes over', async () => {
  const form = await editInTwoWindows();
  await form.save();
  expect([form.isChangedElsewhere(), form.isUnsaved(), savedTexts]).toEqual([true, true, []]);
  expect(serverDraft?.text).toBe('Theirs');
  await form.takeOver();
  expect([form.isChangedElsewhere(), form.isUnsaved(), savedTexts]).toEqual([
    false,
    false,
    ['Mine'],
  ]);
  form.type('Mine again');
  await form.save();
  expect(savedTexts).toEqual(['Mine', 'Mine again']);
});

test('the other window’s draft can be loaded instead, and then changed', async () => {
  const form = await editInTwoWindows();
  const draft = await form.loadOther();
  expect([draft?.text, form.isChangedElsewhere()]).toEqual(['Theirs', false]);
  form.type('Theirs');
  expect(form.isUnsaved()).toBe(false);
  form.type('Theirs and mine');
  await form.save();
  expect(savedTexts).toEqual(['Theirs and mine']);
});

test('sending a form doesn’t delete a draft that another window has changed', async () => {
  const form = await editInTwoWindows();
  form.end();
  await form.save();
  expect([form.isChangedElsewhere(), form.isUnsaved(), savedTexts]).toEqual([false, false, []]);
  expect(serverDraft?.text).toBe('Theirs');
});

test('a window doesn’t conflict with itself: after a lost response, or with its next form', async () => {
  const form = openForm();
  form.restore();
  form.type('Stored');
  form.type('First');
  isNextAnswerLost = true;
  await form.save();
  form.type('Second');
  await form.save();
  const nextForm = openForm();
  nextForm.load({ ...stored, text: 'Read before the save' });
  nextForm.type('Third');
  await nextForm.save();
  expect([form.isChangedElsewhere(), nextForm.isChangedElsewhere()]).toEqual([false, false]);
  expect(savedTexts).toEqual(['First', 'Second', 'Third']);
});

test('a window doesn’t conflict with its own text whose response was lost before the network failed', async () => {
  const form = openForm();
  form.restore();
  form.type('Stored');
  form.type('First');
  isNextAnswerLost = true;
  await form.save();
  isOffline = true;
  form.type('Second');
  await form.save();
  isOffline = false;
  form.type('Third');
  await form.save();
  expect([form.isChangedElsewhere(), savedTexts]).toEqual([false, ['First', 'Third']]);
});
