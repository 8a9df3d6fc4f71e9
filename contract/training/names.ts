/** The names of a training set and its films on the wire, with ours. */
export const trainingNames = {
  _id: 'id',
  trainingVideo: 'films',
  duration: 'durationSeconds',
  position: 'positionSeconds',
} as const;
