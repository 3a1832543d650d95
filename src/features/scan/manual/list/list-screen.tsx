import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { ArrowLeft, FileText } from 'lucide-react';
import { useState } from 'react';
import { useErrorMessage } from '#src/data/text/error-messages.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { TextAreaField } from '#src/ui/fields/text-area-field.tsx';
import { showToast } from '#src/ui/feedback/toast-store.ts';
import { useGo } from '#src/app/use-go.ts';
import type { ProductRules } from '#src/features/scan/capture/product-rules.ts';
import { ValidatedLines } from './validated-lines.tsx';
import type { ValidatedLine } from './validate-list.ts';
import { usePastedList } from './use-pasted-list.ts';

interface ListScreenProps {
  /** Pasted text or file content. */
  initial: string;
  rules: ProductRules;
  project: string | undefined;
  /** Returns to single entry. */
  onClose: () => void;
}

/** Bulk entry: validates each line of a pasted list, and adds all good ones at once. */
export function ListScreen({ initial, rules, project, onClose }: ListScreenProps) {
  const { t } = useLingui();
  const errorMessage = useErrorMessage();
  const go = useGo();
  const [text, setText] = useState(initial);
  const list = usePastedList({ text, rules, project });
  const lines = list.lines ?? [];
  const good = lines.filter(({ verdict }) => verdict.kind === 'good').length;
  const left = lines.filter(({ verdict }) => isLeft(verdict)).length;

  const add = async () => {
    const count = await list.add();
    if (count === 0) return;
    const message = t`${plural(count, { one: 'Added # product.', other: 'Added # products.' })}`;
    showToast({ tone: 'good', message, subject: 'captured', timeoutMs: 5000 });
    // Stay here if some lines couldn't be added.
    if (left === 0) go(paths.scanReview({ project }));
  };
  return (
    <Page
      title={t`Paste a list`}
      back={<IconButton label={t`Back`} icon={<ArrowLeft />} onClick={onClose} />}
      footer={
        lines.length > 0 && (
          <>
            {list.failure !== null && <ErrorBlock messages={[errorMessage(list.failure)]} />}
            <ListActions
              good={good}
              busy={list.busy}
              onAdd={() => void add()}
              {...{ lines, project }}
            />
          </>
        )
      }
    >
      <div className="space-y-6">
        <TextAreaField
          label={t`Serial numbers, one a line`}
          hint={t`Copied from a spreadsheet; other columns do no harm.`}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          rows={lines.length > 0 ? 3 : 8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {lines.length === 0 && (
          <FilePicker
            from="files"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onFile={(file) => void file.text().then(setText)}
          >
            {(open) => (
              <Button variant="secondary" icon={<FileText />} onClick={open}>
                <Trans>Choose a file</Trans>
              </Button>
            )}
          </FilePicker>
        )}
        <Summary lines={lines} good={good} left={left} />
        <ValidatedLines
          lines={lines}
          onTakeOut={list.takeOut}
          onPutBack={list.putBack}
          onAskAgain={list.askAgain}
        />
      </div>
    </Page>
  );
}

/** True for a line that wasn't added and that the user didn't take out. */
function isLeft({ kind }: ValidatedLine['verdict']): boolean {
  return kind !== 'good' && kind !== 'taken_out';
}

interface SummaryProps {
  lines: readonly ValidatedLine[];
  good: number;
  left: number;
}

/** Summary of the list, announced when it changes. */
function Summary({ lines, good, left }: SummaryProps) {
  const asking = lines.filter(({ verdict }) => verdict.kind === 'asking').length;
  return (
    <p role="status" className="font-semibold empty:hidden">
      {lines.length > 0 &&
        (asking > 0 ? (
          <Plural value={asking} one="Checking # number" other="Checking # numbers" />
        ) : (
          <>
            <Plural value={good} one="# can be added" other="# can be added" />
            {left > 0 && (
              <>
                , <Plural value={left} one="# can't" other="# can't" />
              </>
            )}
          </>
        ))}
    </p>
  );
}

interface ListActionsProps {
  lines: readonly ValidatedLine[];
  good: number;
  busy: boolean;
  project: string | undefined;
  onAdd: () => void;
}

function ListActions({ lines, good, busy, project, onAdd }: ListActionsProps) {
  const captured = lines.some(
    ({ verdict }) => verdict.kind === 'known' && verdict.location === 'list',
  );
  if (good === 0 && captured && !busy) {
    return (
      <LinkButton fullWidth {...linkTo(paths.scanReview({ project }))}>
        <Trans>To the review</Trans>
      </LinkButton>
    );
  }
  return (
    <Button
      fullWidth
      busy={busy}
      disabledReason={good === 0 && !busy && <Trans>No line of the list can be added.</Trans>}
      onClick={onAdd}
    >
      <Plural value={good} one="Add # product" other="Add # products" />
    </Button>
  );
}
