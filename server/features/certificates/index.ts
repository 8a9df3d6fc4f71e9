// What other features, and commands, may use of this one.

export { certificateChain } from './certificate-log.ts';
export { type CertificateFlaw, checkCertificates, walkCertificates } from './check-certificates.ts';
export { drawSpecimen, type SpecimenPress } from './drawing/draw-specimen.ts';
export { issueCertificate } from './issue-certificate.ts';
export { markFollowed, newestOf } from './own/queries.ts';
export { toShortCertificate } from './own/wire.ts';
export { requireProfile } from './policy.ts';
export { cosignJob } from './public-log/publish-log.ts';
export { recordOldCertificates } from './record-certificates.ts';
export { listRegister } from './register/queries.ts';
export { withdrawCertificate } from './register/revoke-certificate.ts';
export { toRegisteredCertificate } from './register/wire.ts';
export { moves, stateOn } from './rules.ts';
