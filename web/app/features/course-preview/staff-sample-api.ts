import { coursePreview } from '@fairlead/contract/course-preview/calls';
import { call } from '../../lib/calls/api-client.ts';

// apart from the preview itself, which the overview would bring with these

export const addSampleCourse = async () => (await call(coursePreview.addSample)).message;
export const removeSampleCourse = async () => (await call(coursePreview.removeSample)).message;
