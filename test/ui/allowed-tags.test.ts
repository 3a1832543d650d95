import { expect, test } from 'vitest';
import { contentTags } from '#schemas/content-tags.ts';
import { sanitise } from '#server/contents/sanitise.ts';
import { allowedTags } from '#src/ui/html-text.tsx';

test('the app allows the tags that the server keeps, and no others', () => {
  expect(allowedTags.toSorted()).toEqual(contentTags.toSorted());
});

test.each(contentTags)('the server keeps <%s>', (tag) => {
  const isEmpty = tag === 'br' || tag === 'hr';
  expect(sanitise(isEmpty ? `<${tag} />` : `<${tag}>text</${tag}>`)).toContain(`<${tag}`);
});
