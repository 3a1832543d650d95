import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useRecordActions, type RecordAction } from '#console/parts/record/use-record-actions.tsx';
import { emptyLanguages } from './content-form.ts';
import { contentQueries, type ContentRecord, languageHeading } from './content-texts.ts';
import type { ContentEditor } from './use-content-editor.ts';

interface ContentActions {
  readonly content: ContentRecord;
  readonly title: string;
  readonly editor: ContentEditor;
  readonly canEdit: boolean;
  /** Opens the dialog for scheduling publication. */
  readonly onPlan: () => void;
}

/** Actions that the content's status allows. */
export function useContentActions({ content, title, editor, canEdit, onPlan }: ContentActions) {
  const { t, i18n } = useLingui();
  const router = useRouter();
  const { id, rev, status, publish_at } = content;
  const options = { refetches: contentQueries };
  const publishAction = useOperatorAction(contentCalls.publishContent, options);
  const discardAction = useOperatorAction(contentCalls.discardContentDraft, options);
  const cancelPlanAction = useOperatorAction(contentCalls.cancelContentPlan, options);
  const withdrawAction = useOperatorAction(contentCalls.withdrawContent, options);
  const restoreAction = useOperatorAction(contentCalls.restoreContent, options);
  const params = { id };
  const isPlanned = publish_at !== null;
  const emptyLanguageNames = emptyLanguages(editor.values).map((language) =>
    languageHeading(i18n, language),
  );
  const emptyNames = emptyLanguageNames.join(', ');
  const disabledReason =
    emptyLanguageNames.length === 0 ? undefined : t`Add a text or a video first: ${emptyNames}`;
  const hasDraft = content.draft !== null || !editor.isSaved;
  const actions: (RecordAction & { readonly isShown: boolean })[] = [
    {
      id: 'publish-content',
      label: t({ message: 'Publish', context: 'news' }),
      question: t`Publish “${title}”?`,
      consequence: t`Installers in the country see it the next time their app fetches data.`,
      isPrimary: true,
      disabledReason,
      isShown: hasDraft && !isPlanned,
      run: async (why) => {
        const settledRev = await editor.flush();
        await publishAction.mutateAsync({
          params,
          body: { rev: settledRev, publish_at: null, why },
        });
        return t`“${title}” was published.`;
      },
    },
    {
      id: 'plan-content',
      label: t`Publish later`,
      disabledReason,
      isShown: hasDraft && !isPlanned,
      open: onPlan,
    },
    {
      id: 'cancel-content-plan',
      label: t`Cancel the plan`,
      question: t`Cancel the publication of “${title}”?`,
      consequence: t`The draft stays, and can be changed again.`,
      isShown: isPlanned,
      run: async (why) => {
        await cancelPlanAction.mutateAsync({ params, body: { rev, why } });
        return t`The plan was cancelled.`;
      },
    },
    {
      id: 'withdraw-content',
      label: t({ message: 'Withdraw', context: 'news' }),
      question: t`Withdraw “${title}”?`,
      consequence: t`It disappears from installers’ phones. You can show it again later.`,
      isDanger: true,
      isShown: status === 'published' && !isPlanned,
      run: async (why) => {
        await withdrawAction.mutateAsync({ params, body: { rev: await editor.flush(), why } });
        return t`“${title}” was withdrawn.`;
      },
    },
    {
      id: 'restore-content',
      label: t`Show again`,
      question: t`Show “${title}” again?`,
      consequence: t`Installers see it as it was when it was withdrawn.`,
      isShown: status === 'withdrawn',
      run: async (why) => {
        await restoreAction.mutateAsync({ params, body: { rev: await editor.flush(), why } });
        return t`“${title}” is shown again.`;
      },
    },
    {
      id: 'discard-content-draft',
      label: t`Discard the draft`,
      question: t`Discard the draft of “${title}”?`,
      consequence:
        status === 'draft'
          ? t`It was never published, so nothing remains.`
          : t`The published texts are restored.`,
      isDanger: true,
      isShown: hasDraft && !isPlanned,
      run: async (why) => {
        await discardAction.mutateAsync({ params, body: { rev: await editor.flush(), why } });
        if (status === 'draft') await router.navigate({ href: '/content?status=draft' });
        return t`The draft was discarded.`;
      },
    },
  ];
  return useRecordActions('content', canEdit ? actions.filter(({ isShown }) => isShown) : []);
}
