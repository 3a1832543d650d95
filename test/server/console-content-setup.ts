import { randomUUID } from 'node:crypto';
import { calls } from '#schemas/api/calls.ts';
import type { ContentText } from '#schemas/operator/content-calls.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import type { ChosenPicture } from '#schemas/operator/picture-fields.ts';
import { type OrderConsole, poland } from './console-order-setup.ts';

export const why = 'asked for by marketing';

/** An English text. */
export const english = (title: string, text = `<p>${title}</p>`): ContentText => ({
  ...{ language: 'en', title, text, youtube: null },
});

/**
 * Returns an editor's actions and reads of content.
 * @param current returns the console, and the token of the editor's session
 */
export function contentActions(
  current: () => { readonly server: OrderConsole; readonly editor: string },
) {
  const read = async (id: string) =>
    (
      await current().server.operate(
        operatorCalls.readContent,
        { params: { id } },
        current().editor,
      )
    ).result;
  /** Starts a draft with a title and a text. */
  const create = async (title: string, type: 'news' | 'tutorial' = 'news') => {
    const { result } = await current().server.operate(
      operatorCalls.createContent,
      { body: { region: poland, type, title, why } },
      current().editor,
    );
    await save(result.id, [english(title)]);
    return result.id;
  };
  const save = async (
    id: string,
    texts: ContentText[],
    rev?: number,
    pictures?: readonly ChosenPicture[],
  ) =>
    current().server.operate(
      operatorCalls.saveContentDraft,
      {
        params: { id },
        body: {
          texts: texts as never,
          ...(pictures && { pictures: [...pictures] }),
          rev: rev ?? (await read(id)).rev,
        },
      },
      current().editor,
    );
  const upload = async (large: Buffer, small: Buffer | null = null, token = current().editor) =>
    current().server.operate(
      operatorCalls.uploadContentPicture,
      { body: { large: large.toString('base64'), small: small?.toString('base64') ?? null } },
      token,
    );
  const act = async (
    name: 'discardContentDraft' | 'cancelContentPlan' | 'withdrawContent' | 'restoreContent',
    id: string,
    rev?: number,
  ) =>
    current().server.operate(
      operatorCalls[name],
      { params: { id }, body: { rev: rev ?? (await read(id)).rev, why } },
      current().editor,
    );
  const publish = async (
    id: string,
    options: { publish_at?: string; rev?: number; key?: string } = {},
  ) => {
    const { publish_at = null, rev = (await read(id)).rev, key = randomUUID() } = options;
    return current().server.operate(
      operatorCalls.publishContent,
      { params: { id }, body: { rev, publish_at, why }, headers: { 'idempotency-key': key } },
      current().editor,
    );
  };
  /** Creates and publishes news. */
  async function publishNew(title: string): Promise<string> {
    const id = await create(title);
    await publish(id);
    return id;
  }
  /** The title on a phone; null if the content is deleted or missing there. */
  async function titleOnPhones(id: string) {
    const token = await current().server.tokenOf('polishOwner');
    const { data } = (
      await current().server.call(calls.listContent, { query: { since: '', limit: 200 } }, token)
    ).result;
    const found = data.find(({ uuid }) => uuid === id);
    return found === undefined ? 'unknown' : found.deleted ? 'deleted' : found.content['en']?.title;
  }
  const readList = async (
    query: {
      status?: 'published' | 'draft' | 'planned' | 'withdrawn';
      type?: 'news' | 'tutorial';
      search?: string;
    },
    token = current().editor,
  ) =>
    (
      await current().server.operate(
        operatorCalls.listContents,
        { query: { ...query, limit: 200 } },
        token,
      )
    ).result.data;
  return { read, create, save, upload, act, publish, publishNew, titleOnPhones, readList };
}

/** A picture with an English alternative text, or a decorative one. */
export const pictureOf = (id: string, text: string | null): ChosenPicture => ({
  id,
  is_decorative: text === null,
  texts: text === null ? [] : [{ language: 'en', text }],
});

/** Ids of listed content. */
export const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
