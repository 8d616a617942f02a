// Tells the harness that no server is to be started (processes.ts).
process.env.FLEETGRAPH_TEST_TIER = 'unit';
