import { Trans, useLingui } from '@lingui/react/macro';
import { CircleHelp, CircleX, CopyCheck, RotateCw, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { CodeText } from '#src/ui/breaking-text.tsx';
import { Button } from '#src/ui/button.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { Spinner } from '#src/ui/feedback/spinner.tsx';
import { ProductPicture } from '#src/features/scan/photo/scan-photo.tsx';
import type { ValidatedLine, LineVerdict } from './validate-list.ts';
import {
  useDuplicateText,
  useLabelRejectionText,
  useVerdictText,
} from '#src/features/scan/capture/use-outcome-text.ts';

/** Initial number of rows; long lists rarely need all of them. */
const INITIAL_ROWS = 40;

interface ValidatedLinesProps {
  lines: readonly ValidatedLine[];
  onRemove: (line: number) => void;
  onRestore: (line: number) => void;
  onCheckAgain: () => void;
}

/** First the lines that can't be added, with the reason, then the others. */
export function ValidatedLines({ lines, onRemove, onRestore, onCheckAgain }: ValidatedLinesProps) {
  const { t } = useLingui();
  const isGood = ({ verdict: { kind } }: ValidatedLine) => kind === 'good' || kind === 'checking';
  const goodLines = lines.filter(isGood);
  const otherLines = lines.filter((line) => !isGood(line));
  const isUnchecked = otherLines.some(
    ({ verdict }) => verdict.kind === 'unclear' && verdict.reason === 'not_checked',
  );
  return (
    <>
      {otherLines.length > 0 && (
        <Section title={t`Not added`}>
          {isUnchecked && (
            <Button variant="secondary" icon={<RotateCw />} onClick={onCheckAgain}>
              <Trans>Check again</Trans>
            </Button>
          )}
          <Rows label={t`Not added`} lines={otherLines} {...{ onRemove, onRestore }} />
        </Section>
      )}
      {goodLines.length > 0 && (
        <Section title={t`To add`}>
          <Rows label={t`To add`} lines={goodLines} {...{ onRemove, onRestore }} />
        </Section>
      )}
    </>
  );
}

interface RowsProps extends Pick<ValidatedLinesProps, 'onRemove' | 'onRestore'> {
  label: string;
  lines: readonly ValidatedLine[];
}

function Rows({ label, lines, onRemove, onRestore }: RowsProps) {
  const [visibleCount, setVisibleCount] = useState(INITIAL_ROWS);
  const more = lines.length - visibleCount;
  return (
    <>
      <List label={label}>
        {lines.slice(0, visibleCount).map((line) => (
          <LineRow key={line.line.line} item={line} {...{ onRemove, onRestore }} />
        ))}
      </List>
      {more > 0 && (
        <Button
          variant="secondary"
          fullWidth
          onClick={() => setVisibleCount(visibleCount + 5 * INITIAL_ROWS)}
        >
          <Trans>Show {more} more</Trans>
        </Button>
      )}
    </>
  );
}

interface LineRowProps extends Pick<ValidatedLinesProps, 'onRemove' | 'onRestore'> {
  item: ValidatedLine;
}

/** One line: its product if known, otherwise its text, and the verdict. */
function LineRow({ item: { line, verdict }, onRemove, onRestore }: LineRowProps) {
  const { t } = useLingui();
  const productNames = useProductNames();
  const lineText = useLineText();
  const { parsed, text } = line;
  const product = productOf(line, verdict);
  const code = parsed.kind === 'number' ? parsed.code : text;
  return (
    <ListRow
      {...(product
        ? { thumbnail: <ProductPicture type={product.type} /> }
        : { icon: iconOf(verdict) })}
      title={product ? productNames.name(product.type) : code}
      meta={
        <>
          {product && (
            <span className="block tnum">
              {product.type} {product.size} {product.variant} · <CodeText>{code}</CodeText>
            </span>
          )}
          <span className="block">
            <Trans>Line {line.line}</Trans>
            {verdict.kind !== 'good' &&
              verdict.kind !== 'checking' &&
              ` · ${lineText.reason(verdict)}`}
          </span>
        </>
      }
      trailing={
        verdict.kind === 'good' && (
          <Badge tone="good">
            <Trans>Recognised</Trans>
          </Badge>
        )
      }
      action={
        verdict.kind === 'good' ? (
          <IconButton
            label={t`Leave out ${code}`}
            icon={<X />}
            onClick={() => onRemove(line.line)}
          />
        ) : (
          verdict.kind === 'removed' && (
            <IconButton
              label={t`Put back ${code}`}
              icon={<Undo2 />}
              onClick={() => onRestore(line.line)}
            />
          )
        )
      }
    />
  );
}

function productOf({ parsed }: ValidatedLine['line'], verdict: LineVerdict) {
  if (verdict.kind === 'good') return verdict.product;
  return parsed.kind === 'number' ? parsed.product : null;
}

/** Icon of a line without a product. */
function iconOf({ kind }: LineVerdict) {
  switch (kind) {
    case 'checking':
      return <Spinner />;
    case 'duplicate':
    case 'repeated':
      return <CopyCheck />;
    case 'rejected':
      return <CircleX />;
    case 'good':
    case 'no_number':
    case 'removed':
    case 'unclear':
      return <CircleHelp />;
  }
}

type InvalidVerdict = Exclude<LineVerdict, { kind: 'good' | 'checking' }>;

/** Explains why a line can't be added. */
function useLineText(): { readonly reason: (verdict: InvalidVerdict) => string } {
  const { t } = useLingui();
  const duplicateText = useDuplicateText();
  const rejectionText = useLabelRejectionText();
  const verdictText = useVerdictText();
  const noNumber = (reason: Extract<InvalidVerdict, { kind: 'no_number' }>['reason']) => {
    if (reason === 'none') return t`No serial number was found in this line.`;
    if (reason === 'generic') return t`This product needs a photo. Add it separately.`;
    return rejectionText(reason);
  };
  const reason = (verdict: InvalidVerdict): string => {
    switch (verdict.kind) {
      case 'duplicate':
        return duplicateText(verdict.location);
      case 'repeated':
        return t`Same number as line ${verdict.line}.`;
      case 'rejected':
        return verdictText(verdict.reason);
      case 'unclear':
        return verdict.reason === 'not_checked'
          ? t`We can’t check this number right now, so we don’t know the product.`
          : t`We know this number but not its product. Add it separately.`;
      case 'no_number':
        return noNumber(verdict.reason);
      case 'removed':
        return t`You left this out.`;
    }
  };
  return { reason };
}
