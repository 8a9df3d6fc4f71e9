module verifier

go 1.19
