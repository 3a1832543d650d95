import { Trans, useLingui } from '@lingui/react/macro';
import { draftCalls } from '#schemas/operator/draft-calls.ts';
import { openFormWithScreen } from '#console/data/kept-texts.ts';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOperatorQuery } from '#console/data/use-operator-query.ts';
import { ConsoleLink } from '#console/parts/console-link.tsx';
import { draftLink } from '#console/parts/draft-links.ts';
import { timeText } from '#console/parts/country-and-time.ts';

/** The operator's drafts, each with a link to continue writing it. */
export function MyDrafts() {
  const { i18n } = useLingui();
  const errorText = useErrorText();
  const { data, error } = useOperatorQuery(draftCalls.listDrafts, {}, { fresh: 'queue' });
  const drafts = (data?.data ?? []).flatMap((draft) => {
    const link = draftLink(draft);
    return link ? { ...draft, ...link } : [];
  });
  if (!error && drafts.length === 0) return null;
  return (
    <section aria-labelledby="my-drafts" className="px-4 pb-4">
      <h2 id="my-drafts" className="pb-2 font-semibold">
        <Trans>My drafts</Trans>
      </h2>
      {error && <p className="text-small text-ink-soft">{errorText(error)}</p>}
      <ul className="max-w-[50rem] overflow-hidden rounded-card bg-surface-raised card-rise">
        {drafts.map(({ kind, record, field, title, href, excerpt, updated_at: at }) => (
          <li key={`${kind} ${record} ${field}`} className="border-b border-line last:border-b-0">
            <ConsoleLink
              href={href}
              onClick={() => openFormWithScreen({ kind, record, field })}
              className="flex min-h-12 items-center gap-3 px-4 py-2.5 hover:bg-surface-sunken"
            >
              <span className="shrink-0 font-semibold">{i18n._(title)}</span>
              <span className="min-w-0 flex-1 truncate text-ink-soft">{excerpt}</span>
              <span className="shrink-0 text-small text-ink-soft tnum">{timeText(i18n, at)}</span>
            </ConsoleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
