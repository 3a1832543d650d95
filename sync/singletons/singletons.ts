import type { Observable } from 'rxjs';
import { lazyCommands } from '../entities/lazy-commands.ts';
import { localValue$ } from '../store/local-documents.ts';
import type {
  Singletons,
  SingletonCommands,
  SingletonOptions,
  SingletonValues,
} from './singleton-values.ts';

export function createSingletons(options: SingletonOptions): Singletons {
  const watch = <Name extends keyof SingletonValues>(
    name: Name,
  ): Observable<SingletonValues[Name] | null> =>
    localValue$<SingletonValues[Name]>(options.database, name);
  const commands = lazyCommands<SingletonCommands>(
    {
      refresh: true,
      refreshAfter: true,
      fetchCard: true,
      fetchTeam: true,
      fetchCertificateCatalogue: true,
      storeSelf: true,
      saveOptions: true,
      storeCompany: true,
      storeCard: true,
      storePoints: true,
    },
    async () => (await import('./singleton-commands.ts')).createSingletonCommands(options),
  );
  const ignoreErrors = (work: Promise<void>) =>
    work.catch(() => options.log.add('singletons_failed', { code: 'code_missing' }));
  return {
    self$: watch('self'),
    avatar$: watch('avatar'),
    configuration$: watch('configuration'),
    publicConfiguration$: watch('publicConfiguration'),
    pointsSummary$: watch('pointsSummary'),
    tierProductCategories$: watch('tierProductCategories'),
    tierProgress$: watch('tierProgress'),
    productGuide$: watch('productGuide'),
    clubCard$: watch('clubCard'),
    team$: watch('team'),
    certificateCatalogue$: watch('certificateCatalogue'),
    ...commands,
    refresh: () => ignoreErrors(commands.refresh()),
    refreshAfter: (collections) => ignoreErrors(commands.refreshAfter(collections)),
  };
}
