import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: ReactNode;
  /** A subtle link at the right, such as "All". */
  link?: ReactNode;
  headingLevel?: 2 | 3;
  children: ReactNode;
}

/** A titled section with its cards 12 px apart. */
export function Section({ title, link, headingLevel = 2, children }: SectionProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <Heading
          id={id}
          className={`min-w-0 py-1.5 font-semibold break-long ${headingLevel === 2 ? 'text-title' : 'text-body'}`}
        >
          {title}
        </Heading>
        {link}
      </div>
      <div className="space-y-3">{children}</div>
    </section>
  );
}
