import { Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import type { ScanDocument } from '#schemas/scan.ts';
import type { SurveyQuestion, SurveyResponse } from '#schemas/survey.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { SurveyForm } from '#src/features/_shared/survey/survey-form.tsx';
import type { SurveyDraft } from '#src/features/_shared/survey/survey-steps.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { unmetRequirements, surveyAnswers } from '../capture/product-rules.ts';

interface SurveyExtraProps {
  scan: ScanDocument;
  questions: readonly SurveyQuestion[];
}

/** The product question in a sheet, because leaving the form would lose its input. */
export function SurveyExtra({ scan, questions }: SurveyExtraProps) {
  const { t } = useLingui();
  const account = useAccount();
  const errorMessage = useErrorMessage();
  const [isOpen, setOpen] = useState(false);
  // Keep the draft when the sheet is dismissed.
  const [startedDraft, setStartedDraft] = useState<SurveyDraft | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isAnswered = !unmetRequirements(scan, questions).includes('survey');

  const finish = async (response: SurveyResponse) => {
    try {
      await account.scanCommands.editScan(scan.uuid, { survey: JSON.stringify(response) });
      setOpen(false);
      setStartedDraft(null);
    } catch (error) {
      setFailure(error);
    }
  };

  return (
    <div>
      <Button
        variant={isAnswered ? 'quiet' : 'secondary'}
        icon={isAnswered ? <CircleCheck /> : <MessageCircleQuestionMark />}
        onClick={() => setOpen(true)}
      >
        {isAnswered ? <Trans>Change answer</Trans> : <Trans>Answer the product question</Trans>}
      </Button>
      <Sheet
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={t`About this product`}
        closeLabel={t`Close`}
        tall
      >
        <SurveyForm
          questions={questions}
          savedDraft={startedDraft ?? { response: surveyAnswers(scan), at: null }}
          onChange={setStartedDraft}
          onFinish={(response) => void finish(response)}
          failure={failure !== null && <ErrorBlock messages={[errorMessage(failure)]} />}
        />
      </Sheet>
    </div>
  );
}
