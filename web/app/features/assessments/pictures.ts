import type * as wire from '@fairlead/contract/assessments/calls';
import type { questionNames } from '@fairlead/contract/assessments/names';
import type { FromWire } from '@fairlead/contract/platform/names';

/** A picture of a question, or of an option as staff read it. */
export type Picture = FromWire<typeof questionNames, wire.QuestionPicture>;
/** A picture of an option, as learners get it. */
export type OptionPicture = wire.OptionPicture;
