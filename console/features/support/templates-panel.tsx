import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { chatTemplateCalls, type ChatTemplate } from '#schemas/operator/chat-template-calls.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { ActionButton } from '#console/parts/action-button.tsx';
import { languageText } from '#console/parts/language-text.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { regionsWithRight, useSession } from '#console/data/session.ts';
import { isFormOpen } from '#console/data/use-form-draft.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList } from '#console/data/use-operator-query.ts';
import { countryText } from '#console/parts/country-and-time.ts';
import { EmptyPart } from '#console/parts/record/record-page.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useCountry } from '#console/parts/use-country.ts';
import { useUndoJob } from '#console/parts/use-undo-job.ts';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { TemplateForm } from './template-form.tsx';
import { templateQueries } from './support-search.ts';

const templateDraft = (record: string) => ({ kind: 'chat_template', record });

interface TemplatesPanelProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds, changes and deletes reply templates. */
export function TemplatesPanel({ isOpen, onClose }: TemplatesPanelProps) {
  const { t } = useLingui();
  /** The template being edited, `new`, or null for the list. */
  const [openedTemplate, setOpenedTemplate] = useState<ChatTemplate | 'new' | null>(() =>
    isFormOpen(templateDraft('new')) ? 'new' : null,
  );
  const title =
    openedTemplate === null
      ? t`Templates`
      : openedTemplate === 'new'
        ? t`New template`
        : openedTemplate.name;
  const close = () => {
    setOpenedTemplate(null);
    onClose();
  };
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={close}
      title={title}
      description={t`Texts that you insert into answers. Each can have several languages.`}
    >
      {openedTemplate === null ? (
        <TemplateList onOpen={setOpenedTemplate} />
      ) : (
        <TemplateForm
          key={openedTemplate === 'new' ? openedTemplate : openedTemplate.id}
          template={openedTemplate === 'new' ? null : openedTemplate}
          onDone={() => setOpenedTemplate(null)}
        />
      )}
    </SideSheet>
  );
}

function TemplateList({ onOpen }: { onOpen: (template: ChatTemplate | 'new') => void }) {
  const { t, i18n } = useLingui();
  const errorText = useErrorText();
  const editable = regionsWithRight(useSession(), 'support.edit');
  const list = useOperatorList(chatTemplateCalls.listChatTemplates, {
    region: useCountry(),
    limit: 100,
  });
  const template = list.rows.find(({ id }) => isFormOpen(templateDraft(id)));
  useEffect(() => {
    if (template) onOpen(template);
  }, [template, onOpen]);
  return (
    <>
      <ErrorBlock messages={list.error ? [errorText(list.error)] : []} />
      {editable.length > 0 && (
        <div>
          <ActionButton onClick={() => onOpen('new')}>
            <Trans>New template</Trans>
          </ActionButton>
        </div>
      )}
      {!list.isLoading && !list.error && list.rows.length === 0 && <EmptyPart />}
      <ul aria-label={t`Templates`} className="divide-y divide-line">
        {list.rows.map((template) => (
          <li key={template.id} className="flex flex-wrap items-center gap-2 py-3">
            <div className="min-w-0 flex-1">
              <p className="font-semibold break-long">{template.name}</p>
              <p className="text-small text-ink-soft">
                {countryText(i18n, template.region)} ·{' '}
                {template.texts
                  .map(({ language }) => languageText(language, i18n.locale))
                  .join(', ')}
              </p>
            </div>
            {editable.includes(template.region) && (
              <>
                <ActionButton
                  variant="secondary"
                  aria-label={t`Change the template ${template.name}`}
                  onClick={() => onOpen(template)}
                >
                  <Trans context="template">Change</Trans>
                </ActionButton>
                <DeleteTemplate template={template} />
              </>
            )}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="secondary" busy={list.isLoadingMore} onClick={list.loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function DeleteTemplate({ template: { id, rev, name } }: { template: ChatTemplate }) {
  const { t } = useLingui();
  const askWhy = useAskWhy();
  const errorText = useErrorText();
  const action = useOperatorAction(chatTemplateCalls.deleteChatTemplate, {
    refetches: [...templateQueries, 'listBulkJobs'],
  });
  const undo = useUndoJob('templates');
  const remove = async () => {
    const why = await askWhy({
      title: t`Delete the template ${name}?`,
      consequence: t`Answers that were sent with it stay. You can undo this for 10 seconds.`,
      confirmLabel: t`Delete`,
      tone: 'danger',
    });
    if (why === null) return;
    const { job } = await action.mutateAsync({ params: { id }, body: { rev, holds: true, why } });
    // The list of bulk actions is behind this panel, so the message has the undo.
    showToast({
      subject: 'templates',
      tone: 'good',
      message: t`The template will be deleted in 10 seconds.`,
      timeoutMs: HOLD_MS,
      ...(job !== null && { action: { label: t`Undo`, onPress: () => void undo(job) } }),
    });
  };
  return (
    <>
      <ActionButton
        variant="secondary"
        busy={action.isPending}
        aria-label={t`Delete the template ${name}`}
        onClick={() => void remove().catch(() => undefined)}
      >
        <Trans>Delete</Trans>
      </ActionButton>
      <ErrorBlock messages={action.error ? [errorText(action.error)] : []} />
    </>
  );
}
