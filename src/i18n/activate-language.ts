import { i18n, type Messages } from '@lingui/core';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import type { CatalogueLanguage } from '#schemas/languages.ts';

/** A catalogue part as built by tools/vite/catalogue-parts.ts. */
interface Part {
  messages: Messages;
}
interface FramePart extends Part {
  loadRest: () => Promise<Part>;
}

/** First catalogue part of each language: texts needed before any interaction. */
const frames = import.meta.glob<FramePart>('../../locales/*.po', { query: '?part=frame' });

let requested: CatalogueLanguage | null = null;
let shown: CatalogueLanguage | null = null;
/** Set once a screen has requested the remaining texts; a language change then loads both parts. */
let deferredLoad: Promise<void> | null = null;

/**
 * Loads a language as far as the open screens need it, activates it and sets the page's `lang`. The later
 * of two calls wins, whichever file arrives first.
 * @throws if its texts can't be loaded; the previous language stays
 */
export async function activateLanguage(language: CatalogueLanguage): Promise<void> {
  requested = language;
  try {
    const { messages, loadRest: load } = await frameOf(language);
    const deferredMessages = deferredLoad === null ? {} : (await load()).messages;
    if (requested !== language) return;
    i18n.load(language, { ...messages, ...deferredMessages });
  } catch (error) {
    if (requested === language) requested = shown;
    throw error;
  }
  shown = language;
  i18n.activate(language, formattingLocale(language));
  document.documentElement.lang = languageTag(language);
}

/**
 * Loads the remaining texts in the current (or pending) language. Resolves when any screen can be shown;
 * rejects if loading fails and may be called again then.
 */
export function loadDeferredTexts(): Promise<void> {
  if (deferredLoad !== null) return deferredLoad;
  const loading = showDeferred();
  deferredLoad = loading;
  loading.catch(() => (deferredLoad = null));
  return loading;
}

async function showDeferred(): Promise<void> {
  let language: CatalogueLanguage | null = null;
  // The language may change while its texts are loading.
  while (requested !== null && language !== requested) {
    language = requested;
    const { loadRest: load } = await frameOf(language);
    i18n.load(language, (await load()).messages);
  }
}

async function frameOf(language: CatalogueLanguage): Promise<FramePart> {
  const frame = await frames[`../../locales/${language}.po`]?.();
  if (!frame) throw new Error(`The texts of ${language} could not be loaded.`);
  return frame;
}
