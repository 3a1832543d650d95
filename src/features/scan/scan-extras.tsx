import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, CircleCheck, MessageCircleQuestionMark } from 'lucide-react';
import { useId, useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion, SurveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account-context.tsx';
import { useErrorWords } from '#src/data/error-words.ts';
import { SurveyForm } from '#src/features/survey/survey-form.tsx';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/error-block.tsx';
import { Sheet } from '#src/ui/sheet.tsx';
import { openRequirements, surveyOf } from './product-rules.ts';
import { ScanPhoto } from './scan-photo.tsx';
import { usePhotoTaking } from './use-photo-taking.ts';

interface ScanExtrasProps {
  scan: ScanDocument;
  questions: readonly SurveyQuestion[];
}

/** What a scan needs beside its number: a photo, the product question. Nothing where it needs none. */
export function ScanExtras({ scan, questions }: ScanExtrasProps) {
  const needsPhoto = !scan.is_unique || scan.requiresTagPhoto;
  if (!needsPhoto && !scan.requiresSurvey) return null;
  return (
    <div className="flex flex-col gap-3">
      {needsPhoto && <PhotoExtra scan={scan} />}
      {scan.requiresSurvey && <SurveyExtra scan={scan} questions={questions} />}
    </div>
  );
}

function PhotoExtra({ scan }: { scan: ScanDocument }) {
  const { t } = useLingui();
  const errorWords = useErrorWords();
  const { busy, error, take } = usePhotoTaking(scan);
  const id = useId();
  const kept = scan.imageIdxDB;
  const open = () => document.getElementById(id)?.click();

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        {kept && <ScanPhoto id={kept} alt={t`Your photo`} />}
        <Button variant={kept ? 'quiet' : 'secondary'} icon={<Camera />} busy={busy} onClick={open}>
          <PhotoWords kept={kept !== null} isGeneric={!scan.is_unique} />
        </Button>
      </div>
      <input
        id={id}
        type="file"
        accept="image/*"
        capture="environment"
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
        onChange={(event) => {
          const photo = event.target.files?.[0];
          event.target.value = '';
          if (photo) void take(photo);
        }}
      />
      {error !== null && <ErrorBlock messages={[errorWords(error)]} />}
    </div>
  );
}

function PhotoWords({ kept, isGeneric }: { kept: boolean; isGeneric: boolean }) {
  if (kept) return <Trans>Take another photo</Trans>;
  return isGeneric ? <Trans>Photograph the product</Trans> : <Trans>Photograph the tag</Trans>;
}

function SurveyExtra({ scan, questions }: ScanExtrasProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorWords = useErrorWords();
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const answered = !openRequirements(scan, questions).includes('survey');

  const finish = async (response: SurveyResponse) => {
    try {
      await account.scanActs.mendScan(scan.uuid, { survey: JSON.stringify(response) });
      setAsking(false);
    } catch (error) {
      setFailure(error);
    }
  };

  return (
    <div>
      <Button
        variant={answered ? 'quiet' : 'secondary'}
        icon={answered ? <CircleCheck /> : <MessageCircleQuestionMark />}
        onClick={() => setAsking(true)}
      >
        {answered ? <Trans>Change the answer</Trans> : <Trans>Answer the product question</Trans>}
      </Button>
      <Sheet
        isOpen={asking}
        onOpenChange={setAsking}
        title={t`About this product`}
        closeLabel={t`Close`}
        tall
      >
        <SurveyForm
          questions={questions}
          kept={surveyOf(scan)}
          onFinish={(response) => void finish(response)}
          failure={failure !== null && <ErrorBlock messages={[errorWords(failure)]} />}
        />
      </Sheet>
    </div>
  );
}
