import type { RxCollection } from 'rxdb';
import { map, type Observable, shareReplay } from 'rxjs';
import { matchesAllTerms, projectSearchText } from '#schemas/text-search.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import { liveIndex } from '../../store/live-index.ts';

/** A project and its searchable text. */
interface Searchable {
  readonly searchText: string;
  readonly project: ProjectDocument;
}

export interface ProjectSearch {
  /** Keeps the index loaded while subscribed, so that the first result is immediate. */
  readonly ready$: Observable<unknown>;
  /** Projects of any status whose address or name contains all words of the text, newest first. */
  search(text: string): Observable<ProjectDocument[]>;
}

/**
 * Creates the local address search. Each pause in typing searches thousands of addresses, so they are read and
 * normalised only once, and kept while there are subscribers.
 */
export function createProjectSearch(projects: RxCollection<ProjectDocument>): ProjectSearch {
  const index$ = liveIndex<ProjectDocument, Searchable>(projects, {
    selectors: [{}],
    entryOf: (project) => ({ searchText: projectSearchText(project), project }),
  }).pipe(shareReplay({ bufferSize: 1, refCount: true }));
  return {
    ready$: index$,
    search: (text) =>
      index$.pipe(
        map((entries) =>
          [...entries.values()]
            .filter((entry) => matchesAllTerms(entry.searchText, text))
            .map((entry) => entry.project)
            .toSorted((a, b) => a.newest_first - b.newest_first),
        ),
      ),
  };
}
