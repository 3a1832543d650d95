import { Visitor } from 'rolldown/utils';
import type { SourceFile } from './source-tree.ts';

/** Elements whose content is translated. */
const translatedTags = new Set(['Trans', 'Plural', 'Select', 'SelectOrdinal']);

/** Attributes read by people or screen readers. */
const translatableAttributes = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'label',
  'placeholder',
  'title',
]);

const letters = /\p{L}{2}/u;

/**
 * Lists a screen's untranslated texts as `path: words`: text outside `<Trans>`, and literal values of attributes that
 * are read aloud.
 */
export function unmarkedTexts({ path, parsed }: SourceFile): string[] {
  const texts: string[] = [];
  let depth = 0;
  new Visitor({
    JSXElement: ({ openingElement }) => {
      if (isTranslated(openingElement.name)) depth += 1;
    },
    'JSXElement:exit': ({ openingElement }) => {
      if (isTranslated(openingElement.name)) depth -= 1;
    },
    JSXText: ({ value }) => {
      if (depth === 0 && letters.test(value)) texts.push(`${path}: ${value.trim()}`);
    },
    JSXAttribute: ({ name, value }) => {
      if (depth > 0 || name.type !== 'JSXIdentifier' || !translatableAttributes.has(name.name))
        return;
      if (
        value?.type === 'Literal' &&
        typeof value.value === 'string' &&
        letters.test(value.value)
      ) {
        texts.push(`${path}: ${name.name}="${value.value}"`);
      }
    },
  }).visit(parsed.program);
  return texts;
}

function isTranslated(name: { type: string }): boolean {
  return 'name' in name && typeof name.name === 'string' && translatedTags.has(name.name);
}
