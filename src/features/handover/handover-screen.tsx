import { Trans, useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import { handoverTexts } from '#schemas/handover-texts.ts';
import type { ShownSheet } from '#schemas/handover.ts';
import { catalogueLanguages, regionLanguage, toCatalogueLanguage } from '#schemas/languages.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { draftStorage } from '#src/data/drafts/draft-storage.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useServerNow } from '#src/data/requests/use-request.ts';
import { RecordNotFound } from '#src/features/_shared/listing/record-not-found.tsx';
import { nativeLanguageName } from '#src/i18n/language-names.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/feedback/empty-state.tsx';
import { SkeletonRow } from '#src/ui/feedback/skeleton.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { Stepper } from '#src/ui/layout/stepper.tsx';
import { saveSheet } from './actions.ts';
import { type HandoverDraft, newDraft, readDraft, saveDraft, toHandover } from './draft.ts';
import { PhotosOnSheet } from './photos-on-sheet.tsx';
import { currentSheet, projectById, sheetsOfProject, signedDay } from './queries.ts';
import { useMissingPhotos } from './sheet-photos.tsx';
import { SheetView } from './sheet-view.tsx';
import { SignStep, stepCount } from './sign-step.tsx';
import { useSheet } from './use-sheet.ts';

/** `/projects/{uuid}/handover`: the homeowner reads the sheet, then signs on the screen. Works offline. */
export function HandoverScreen() {
  const { t } = useLingui();
  usePageTitle(t`Handover sheet`);
  const { uuid } = useParams({ from: '/signed-in/projects/$uuid/handover' });
  const project = useLiveQuery((account) => projectById(account, uuid), [uuid]);
  const sheets = useLiveQuery((account) => sheetsOfProject(account, uuid), [uuid]);
  if (project && sheets) {
    return <Steps key={uuid} project={project} replacedSheet={currentSheet(sheets)} />;
  }
  return (
    <RecordNotFound
      pageTitle={t`Handover sheet`}
      back={<BackToProject id={uuid} />}
      collection="projects"
      isLoading={project === undefined || project !== null}
      loadingLabel={t`Loading the handover sheet`}
      skeleton={
        <>
          <SkeletonRow />
          <SkeletonRow />
          <SkeletonRow />
        </>
      }
      title={t`Project not found`}
      description={<Trans>It was deleted, or it belongs to another company.</Trans>}
      offlineText={<Trans>Your projects appear here once you’re online.</Trans>}
      list="/projects"
      listLabel={<Trans>All projects</Trans>}
    />
  );
}

interface StepsProps {
  project: ProjectDocument;
  /** The current sheet, which a new one replaces; null if there is none. */
  replacedSheet: { readonly uuid: string; readonly captured_at: string } | null;
}

function Steps({ project, replacedSheet }: StepsProps) {
  const { t } = useLingui();
  const { draft, update, finish } = useDraft(project);
  const account = useAccount();
  const serverNow = useServerNow();
  const go = useGo();
  const { region } = account.identity;
  const sheetData = useSheet(project, draft, replacedSheet && signedDay(replacedSheet, region));

  if (draft.shown === null) {
    return (
      <SheetStep
        project={project}
        sheetData={sheetData}
        language={draft.language}
        onChange={update}
        onSign={(newSheet) => {
          scrollTo(0, 0);
          update({ shown: newSheet });
        }}
      />
    );
  }
  const save = async () => {
    const signingContext = {
      projectId: project.uuid,
      now: serverNow(),
      // The app may have closed after saving this sheet but before deleting the draft.
      supersedes: replacedSheet?.uuid === draft.id ? null : (replacedSheet?.uuid ?? null),
    };
    await saveSheet(account, await toHandover(draft, signingContext));
    finish();
    showToast({ message: t`Handover sheet signed`, subject: draft.id, tone: 'good' });
    go(paths.project(project.uuid), { replace: true, done: true });
  };
  return (
    <SignStep
      draft={draft}
      texts={handoverTexts(draft.shown.language)}
      language={draft.shown.language}
      onChange={update}
      onBack={() => update({ shown: null, strokes: [], box: null, isConfirmed: false })}
      onSave={save}
    />
  );
}

interface SheetStepProps {
  project: ProjectDocument;
  /** Undefined while loading. */
  sheetData: ReturnType<typeof useSheet>;
  language: ShownSheet['language'];
  onChange: (changes: Pick<Partial<HandoverDraft>, 'language' | 'photos'>) => void;
  onSign: (newSheet: ShownSheet) => void;
}

/** The sheet as the homeowner will see it; the installer may switch its language and omit photos. */
function SheetStep({ project, sheetData, language, onChange, onSign }: SheetStepProps) {
  const { t, i18n } = useLingui();
  const languages = useMemo(
    () =>
      catalogueLanguages
        .map((value) => ({ value, label: nativeLanguageName(value) }))
        .toSorted((a, b) => a.label.localeCompare(b.label, formattingLocale(i18n.locale))),
    [i18n.locale],
  );
  const { missingIds, onMissing } = useMissingPhotos();
  const sheet = sheetData?.sheet;
  const isEmpty = sheet?.products.length === 0;
  const step = 1;
  const name = t`Read the sheet`;
  return (
    <Page
      title={<span lang={languageTag(language)}>{handoverTexts(language).title}</span>}
      above={
        <Stepper step={step} total={stepCount} label={t`Step ${step} of ${stepCount}: ${name}`} />
      }
      back={<BackToProject id={project.uuid} />}
      footer={
        sheet &&
        !isEmpty && (
          <div data-main-action>
            <Button size="large" fullWidth onClick={() => onSign(sheet)}>
              <Trans>Continue to signature</Trans>
            </Button>
          </div>
        )
      }
    >
      {isEmpty ? (
        <EmptyState drawing="welcome-scan" title={<Trans>No products to hand over</Trans>}>
          <Trans>Scan the products that you installed here first.</Trans>
        </EmptyState>
      ) : (
        <div className="space-y-7">
          <SelectField
            label={t`Language of the sheet`}
            options={languages}
            value={language}
            onChange={(event) =>
              onChange({ language: toCatalogueLanguage(languageOf(event.target.value)) })
            }
          />
          {sheetData && sheetData.photos.length > 0 && (
            <PhotosOnSheet
              photos={sheetData.photos}
              chosenIds={sheetData.sheet.photos}
              missingIds={missingIds}
              onChange={(photos) => onChange({ photos })}
            />
          )}
          {sheet && <SheetView sheet={sheet} onMissingPhoto={onMissing} />}
        </div>
      )}
    </Page>
  );
}

function languageOf(value: string) {
  return catalogueLanguages.find((language) => language === value) ?? null;
}

function BackToProject({ id }: { id: string }) {
  const { t } = useLingui();
  return <IconButton label={t`Back`} icon={<ArrowLeft />} {...linkTo(paths.project(id))} />;
}

/** The saved draft of a project's sheet; written on every change. */
function useDraft({ uuid, lead }: ProjectDocument) {
  const { user_id: userId, region } = useAccount().identity;
  const [draft, setDraft] = useState(() => {
    const name = lead === null ? '' : fullName(lead.customer_info);
    // Homeowners speak the country's language, which may differ from the app's.
    const language = toCatalogueLanguage(regionLanguage(region));
    return readDraft(draftStorage, userId, uuid) ?? newDraft(language, name);
  });
  const [isFinished, setIsFinished] = useState(false);
  useEffect(() => {
    if (!isFinished) saveDraft(draftStorage, userId, uuid, draft);
  }, [userId, uuid, draft, isFinished]);
  return {
    draft,
    update: (changes: Partial<HandoverDraft>) =>
      setDraft((current) => ({ ...current, ...changes })),
    finish: () => {
      setIsFinished(true);
      saveDraft(draftStorage, userId, uuid, null);
    },
  };
}

function fullName({ FirstName, LastName }: { FirstName: string; LastName: string }): string {
  return normaliseLine(`${FirstName} ${LastName}`);
}
