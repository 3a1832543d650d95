import { i18n, type Messages } from '@lingui/core';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import type { CatalogueLanguage } from '#schemas/languages.ts';

/** What a part of a catalogue is made into (tools/vite/catalogue-parts.ts). */
interface Part {
  messages: Messages;
}
interface FramePart extends Part {
  loadRest: () => Promise<Part>;
}

/** Each language's frame, by its file: what stands before anything was pressed. */
const frames = import.meta.glob<FramePart>('../../locales/*.po', { query: '?part=frame' });

let wanted: CatalogueLanguage | null = null;
let shown: CatalogueLanguage | null = null;
/** The rest of the texts, once a screen asked for it: another language brings it, too. */
let rest: Promise<void> | null = null;

/**
 * Loads a language, as far as the open screens need it, and shows it; the page's `lang` follows. Of
 * two calls in a row the later one wins, whichever file arrives first.
 * @throws when its texts can't be loaded; the language before it stays
 */
export async function activateLanguage(language: CatalogueLanguage): Promise<void> {
  wanted = language;
  try {
    const { messages, loadRest: load } = await frameOf(language);
    const others = rest === null ? {} : (await load()).messages;
    if (wanted !== language) return;
    i18n.load(language, { ...messages, ...others });
  } catch (error) {
    if (wanted === language) wanted = shown;
    throw error;
  }
  shown = language;
  i18n.activate(language, formattingLocale(language));
  document.documentElement.lang = languageTag(language);
}

/**
 * Loads the texts that are not the frame's, in the language that is shown, or about to be. Resolves when any
 * screen can be shown; rejects when they could not be loaded, and may be called again then.
 */
export function loadDeferredTexts(): Promise<void> {
  if (rest !== null) return rest;
  const loading = showRest();
  rest = loading;
  loading.catch(() => (rest = null));
  return loading;
}

async function showRest(): Promise<void> {
  let language: CatalogueLanguage | null = null;
  // The language may change while its texts are on their way.
  while (wanted !== null && language !== wanted) {
    language = wanted;
    const { loadRest: load } = await frameOf(language);
    i18n.load(language, (await load()).messages);
  }
}

async function frameOf(language: CatalogueLanguage): Promise<FramePart> {
  const frame = await frames[`../../locales/${language}.po`]?.();
  if (!frame) throw new Error(`The texts of ${language} could not be loaded.`);
  return frame;
}
