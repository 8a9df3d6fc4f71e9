import { questionNames } from '@fairlead/contract/assessments/names';
import { testAuthoring } from '@fairlead/contract/assessments/test-authoring';
import { fromWire } from '@fairlead/contract/platform/names';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** The statistics of an assessment, for one version or, with a blank, for all. */
export const analysisQuery = (id: string, version: string) =>
  queryOptions({
    queryKey: ['tests', 'analysis', id, version],
    queryFn: async () =>
      fromWire(
        questionNames,
        (await call(testAuthoring.analyse, { params: { id }, query: version ? { version } : {} })).data,
      ),
  });
export type AnalysisSeen = Awaited<ReturnType<NonNullable<ReturnType<typeof analysisQuery>['queryFn']>>>;
