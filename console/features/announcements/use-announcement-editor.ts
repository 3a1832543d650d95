import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { announcementCalls } from '#schemas/operator/announcement-calls.ts';
import { callOperator } from '#console/data/call-operator.ts';
import { useAutosave } from '#console/parts/record/use-autosave.ts';
import { useRecordForm } from '#console/parts/record/use-record-form.ts';
import {
  type Announcement,
  toTextValues,
  toTextList,
  type TextName,
  type TextValues,
} from './announcement-texts.ts';

const schema = v.record(v.string(), v.string());

/**
 * Editor state for a draft's texts. Saves automatically and merges other operators' changes. Survives switching
 * tabs.
 */
export function useAnnouncementEditor(announcement: Announcement) {
  const client = useQueryClient();
  const { id, rev } = announcement;
  const record = useMemo(() => ({ rev, values: toTextValues(announcement) }), [announcement, rev]);
  const refetch = async () => {
    const newestAnnouncement = await callOperator(announcementCalls.getAnnouncement, {
      params: { id },
    });
    client.setQueryData(
      [announcementCalls.getAnnouncement.id, { params: { id } }],
      newestAnnouncement,
    );
    return { rev: newestAnnouncement.rev, values: toTextValues(newestAnnouncement) };
  };
  const recordForm = useRecordForm<TextValues>({ record, schema, refetch, place: 'screen' });
  const { form } = recordForm;
  // The cast is safe, because every field has a value.
  const values = useWatch({ control: form.control }) as TextValues;
  const { error, saveChoice, flush } = useAutosave<TextValues>({
    recordForm,
    rev,
    isValid: true,
    send: async (sentValues, _changes, base) => {
      const body = { texts: toTextList(sentValues), rev: base };
      return (await callOperator(announcementCalls.saveAnnouncement, { params: { id }, body })).rev;
    },
    onSaved: () =>
      void client.invalidateQueries({ queryKey: [announcementCalls.listAnnouncements.id] }),
  });
  return {
    values,
    conflicts: recordForm.conflicts,
    mergedFields: recordForm.mergedFields,
    error,
    isSaved: !recordForm.isChanged,
    set: (name: TextName, language: string, value: string) =>
      form.setValue(`${name}_${language}`, value, { shouldDirty: true }),
    choose: recordForm.choose,
    saveChoice,
    flush,
  };
}
export type AnnouncementEditor = ReturnType<typeof useAnnouncementEditor>;
