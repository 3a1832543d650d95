import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '#src/ui/feedback/banner.tsx';
import type { ImportResult, SkippedItem } from '#sync/outbox/import-unsent.ts';

/** Maximum number of entries listed. */
const SHOWN = 20;

/** Result of an import: items added, already known, or skipped with a reason. */
export function ImportOutcome({ result }: { result: ImportResult }) {
  const { added, known, skipped } = result;
  return (
    <Banner
      tone={skipped.length > 0 ? 'warn' : 'good'}
      title={
        <Plural
          value={added}
          one="# piece of work was taken over"
          other="# pieces of work were taken over"
        />
      }
    >
      {known > 0 && (
        <p>
          <Plural
            value={known}
            one="# was here or sent already."
            other="# were here or sent already."
          />
        </p>
      )}
      {skipped.length > 0 && <SkippedList left={skipped} />}
    </Banner>
  );
}

function SkippedList({ left }: { left: readonly SkippedItem[] }) {
  const names = useSkippedNames();
  const more = left.length - SHOWN;
  return (
    <>
      <p className="mt-2 font-semibold">
        <Plural value={left.length} one="# was left out" other="# were left out" />
      </p>
      <ul className="list-disc ps-5">
        {left.slice(0, SHOWN).map((one, at) => (
          <li key={at}>
            {names(one)}:{' '}
            {one.reason === 'missing' ? (
              <Trans>
                what it belongs to is not on this phone. Go online and take the file over again.
              </Trans>
            ) : (
              <Trans>it can't be read.</Trans>
            )}
          </li>
        ))}
        {more > 0 && (
          <li>
            <Plural value={more} one="and # more" other="and # more" />
          </li>
        )}
      </ul>
    </>
  );
}

function useSkippedNames(): (one: SkippedItem) => string {
  const { t } = useLingui();
  return ({ kind, label }) => {
    switch (kind) {
      case 'scan':
        return label ?? t`A product`;
      case 'lead':
        return t`Changes of a lead`;
      case 'closing':
        return t`The closing of a project`;
      case 'project':
        return t`A project`;
      case 'photo':
        return t`A photo`;
      case 'chat':
        return t`A message to support`;
    }
  };
}
