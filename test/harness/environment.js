// Settings that every test process needs before its first import.
process.env.APOLLO_TELEMETRY_DISABLED = '1';
