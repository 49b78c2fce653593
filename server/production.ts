// Imported before anything else: React and React Router choose their build by it when they are loaded, and the one for
// development is many times slower.
process.env['NODE_ENV'] = 'production';
