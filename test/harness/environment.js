// What every test process needs before the first import.
process.env.APOLLO_TELEMETRY_DISABLED = '1';
