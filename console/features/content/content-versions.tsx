import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ResultOf } from '#schemas/api/call.ts';
import { contentCalls } from '#schemas/operator/content-calls.ts';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Skeleton, SkeletonText } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorAction } from '#console/data/use-operator-action.ts';
import { useOperatorList, useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ActionButton } from '#console/parts/action-button.tsx';
import { timeText } from '#console/parts/country-and-time.ts';
import { PartTable } from '#console/parts/record/part-table.tsx';
import { SideSheet } from '#console/parts/side-sheet.tsx';
import { useAskWhy } from '#console/parts/why-dialog.tsx';
import { toEditedContent } from './content-form.ts';
import { ContentPreview } from './content-preview.tsx';
import { contentQueries, languageHeading, type ContentRecord } from './content-texts.ts';
import type { ContentEditor } from './use-content-editor.ts';

type Version = ResultOf<typeof contentCalls.listContentVersions>['data'][number];

interface ContentVersionsProps {
  readonly content: ContentRecord;
  readonly editor: ContentEditor;
  /** Also false while a publication is scheduled. */
  readonly canEdit: boolean;
  readonly language: string;
}

/** Published versions, newest first. Each can be viewed, and restored as the draft. */
export function ContentVersions(props: ContentVersionsProps) {
  const { t, i18n } = useLingui();
  const [openVersion, setOpenVersion] = useState<Version | null>(null);
  const list = useOperatorList(
    contentCalls.listContentVersions,
    {},
    { params: { id: props.content.id }, fresh: 'queue' },
  );
  return (
    <>
      <PartTable<Version>
        label={t`Published versions`}
        list={list}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'at',
            header: t`Published at`,
            cell: (version) => (
              <button
                type="button"
                className="cursor-pointer text-start font-semibold whitespace-nowrap text-info underline"
                onClick={() => setOpenVersion(version)}
              >
                {timeText(i18n, version.published_at)}
              </button>
            ),
          },
          {
            id: 'by',
            header: t`Published by`,
            cell: ({ published_by: by }) => by ?? t`Setup or command`,
          },
          { id: 'title', header: t`Title`, cell: ({ title }) => title || '–' },
          {
            id: 'languages',
            header: t`Languages`,
            cell: ({ languages }) =>
              languages.map((each) => languageHeading(i18n, each)).join(', '),
          },
          {
            id: 'pictures',
            header: t`Pictures`,
            isNumber: true,
            cell: ({ pictures }) => i18n.number(pictures),
          },
        ]}
      />
      {openVersion && (
        <SideSheet
          isOpen
          onClose={() => setOpenVersion(null)}
          title={t`Published on ${timeText(i18n, openVersion.published_at)}`}
        >
          <OpenedVersion {...props} version={openVersion} onRestored={() => setOpenVersion(null)} />
        </SideSheet>
      )}
    </>
  );
}

interface OpenedVersionProps extends ContentVersionsProps {
  readonly version: Version;
  readonly onRestored: () => void;
}

function OpenedVersion({
  content,
  editor,
  canEdit,
  version,
  onRestored,
  ...props
}: OpenedVersionProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const askWhy = useAskWhy();
  const [language, setLanguage] = useState(props.language);
  const [failure, setFailure] = useState<unknown>(null);
  const params = { id: content.id, version: version.id };
  const { data, error } = useOperatorQuery(contentCalls.readContentVersion, { params });
  const action = useOperatorAction(contentCalls.restoreContentVersion, {
    refetches: contentQueries,
  });
  if (error) return <ErrorBlock messages={[errorText(error)]} />;
  if (data === undefined)
    return (
      <Skeleton label={t`Loading the version`}>
        <SkeletonText lines={6} />
      </Skeleton>
    );
  const restore = async () => {
    setFailure(null);
    const why = await askWhy({
      title: t`Make this version the draft?`,
      consequence: t`It replaces the current draft. Installers see it once you publish it.`,
      confirmLabel: t`Make it the draft`,
    });
    if (why === null) return;
    try {
      await action.mutateAsync({ params, body: { rev: await editor.flush(), why } });
      showToast({ subject: 'content', tone: 'good', message: t`The version is the draft now.` });
      onRestored();
    } catch (problem) {
      setFailure(problem);
    }
  };
  const { values } = toEditedContent({
    ...content,
    draft: null,
    published: data.texts,
    pictures: data.pictures,
  });
  return (
    <div className="flex flex-col gap-4">
      <ErrorBlock messages={failure ? [errorText(failure)] : []} />
      {canEdit && (
        <div>
          <ActionButton variant="secondary" busy={action.isPending} onClick={() => void restore()}>
            <Trans>Make it the draft</Trans>
          </ActionButton>
        </div>
      )}
      <ContentPreview
        content={content}
        values={values}
        language={language}
        onLanguageChange={setLanguage}
      />
    </div>
  );
}
