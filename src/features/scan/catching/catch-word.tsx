import { Trans } from '@lingui/react/macro';
import { Check, CircleSlash, CopyCheck } from 'lucide-react';
import { useCodeStateWords, useListWords } from './use-catch-words.ts';
import { isWordEnough } from './outcome.ts';
import type { CatchOutcome } from './use-catching.ts';
import { useWhileNew } from './use-while-new.ts';

/** As long as a glance takes: the next label may come already. */
const WORD_MS = 1200;

/** What the last reading came to, in a word under the square. Readers hear it in a sentence. */
export function CatchWord({ outcome }: { outcome: CatchOutcome | null }) {
  const shown = useWhileNew(outcome, WORD_MS);
  if (shown?.kind !== 'catch' || !isWordEnough(shown)) return null;
  return (
    <p
      key={shown.turn}
      aria-hidden="true"
      className="scan-word mx-auto flex w-fit max-w-full items-center gap-2 rounded-chip bg-surface-raised card-line px-4 py-2.5 text-[0.9375rem] text-ink [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[2.75]"
    >
      <WordOf result={shown.result} inList={shown.inList} />
    </p>
  );
}

interface CatchTold {
  result: Extract<CatchOutcome, { kind: 'catch' }>['result'];
  inList: number | undefined;
}

function WordOf({ result, inList }: CatchTold) {
  const words = useCodeStateWords();
  const listWords = useListWords();
  if (result.kind === 'refused') {
    return (
      <>
        <CircleSlash className="text-bad" />
        {words(result)}
      </>
    );
  }
  const name = `${result.label.type} ${result.label.size}`;
  if (result.kind === 'caught') {
    return (
      <>
        <Check className="text-good" />
        <span className="min-w-0 break-long">
          <Trans>
            <b className="font-semibold">{name}</b> caught
          </Trans>
          {inList !== undefined && inList > 1 && ` · ${listWords(inList)}`}
        </span>
      </>
    );
  }
  return (
    <>
      <CopyCheck className="text-warn" />
      {result.place === 'list' ? (
        <Trans>Already caught</Trans>
      ) : (
        <Trans>Already in a project</Trans>
      )}
    </>
  );
}
