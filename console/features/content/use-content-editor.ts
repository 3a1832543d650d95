import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { picturesValue, type EditedPicture } from '#console/parts/pictures/edited-pictures.ts';
import { useAutosave } from '#console/parts/record/use-autosave.ts';
import { useRecordForm } from '#console/parts/record/use-record-form.ts';
import {
  contentSchema,
  draftBody,
  toEditedContent,
  hasVideoIds,
  PICTURES,
  picturesOf,
  type ContentField,
  type ContentValues,
} from './content-form.ts';
import type { ContentRecord } from './content-texts.ts';

const changedLists: readonly string[] = [contentCalls.readContent.id, contentCalls.listContents.id];

/**
 * Editor state for the texts of news or a tutorial. Saves the draft automatically and merges other operators'
 * changes. Survives switching tabs.
 */
export function useContentEditor(content: ContentRecord) {
  const client = useQueryClient();
  const { id } = content;
  const record = useMemo(() => toEditedContent(content), [content]);
  const refetch = async () => {
    const newestContent = await callOperator(contentCalls.readContent, { params: { id } });
    client.setQueryData([contentCalls.readContent.id, { params: { id } }], newestContent);
    return toEditedContent(newestContent);
  };
  const recordForm = useRecordForm<ContentValues>({
    record,
    schema: contentSchema,
    refetch,
    place: 'screen',
  });
  const { form } = recordForm;
  // The cast is safe, because every field has a value.
  const values = useWatch({ control: form.control }) as ContentValues;
  const { error, saveChoice, flush } = useAutosave<ContentValues>({
    recordForm,
    rev: content.rev,
    isValid: hasVideoIds(values),
    send: async (sentValues, changes, rev) => {
      const body = draftBody(sentValues, changes, rev);
      return (await callOperator(contentCalls.saveContentDraft, { params: { id }, body })).rev;
    },
    onSaved: () =>
      void client.invalidateQueries({
        predicate: ({ queryKey: [call] }) => changedLists.includes(String(call)),
      }),
  });
  return {
    values,
    conflicts: recordForm.conflicts,
    mergedFields: recordForm.mergedFields,
    error,
    isSaved: !recordForm.isChanged,
    set: (field: ContentField, language: string, value: string) =>
      form.setValue(`${field}_${language}`, value, { shouldDirty: true }),
    /** Applies a change to the newest images. */
    changePictures: (change: (pictures: readonly EditedPicture[]) => EditedPicture[]) =>
      form.setValue(PICTURES, picturesValue(change(picturesOf(form.getValues()))), {
        shouldDirty: true,
      }),
    choose: recordForm.choose,
    saveChoice,
    flush,
  };
}
export type ContentEditor = ReturnType<typeof useContentEditor>;
