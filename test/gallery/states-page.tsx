import { Page } from '#src/ui/layout/page.tsx';
import { statePairs } from './state-pairs.tsx';

/** Shows each state beside the one that it must differ from. */
export function StatesPage() {
  return (
    <Page title="States">
      <div className="space-y-7">
        {statePairs.map(({ name, section, before, after }) => (
          <section key={name} aria-label={name} data-part={section} className="space-y-2">
            <h2 className="text-small">{name}</h2>
            <div data-state-side>{before}</div>
            <div data-state-side>{after}</div>
          </section>
        ))}
      </div>
    </Page>
  );
}
